/** Resolves when the page stands and is looked at, not only made ready in advance; gives when that began, as performance.now() counts. */
export async function ready(): Promise<number> {
  if (document.readyState === "loading") await once("DOMContentLoaded");
  if (!(document as Prerendered).prerendering) return 0;
  await once("prerenderingchange");
  return performance.now();
}

/** What some browsers make of a page that the visitor may come to next. */
type Prerendered = Document & { prerendering?: boolean };

const once = (name: string) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));
