/** Resolves when the page is parsed and not prerendered. Returns the start of the page view in performance.now() milliseconds. */
export async function ready(): Promise<number> {
  if (document.readyState === "loading") await once("DOMContentLoaded");
  if (!(document as Prerendered).prerendering) return 0;
  await once("prerenderingchange");
  return performance.now();
}

type Prerendered = Document & { prerendering?: boolean };

const once = (name: string) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));
