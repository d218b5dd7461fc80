import { quietly } from "./console.js";

/** Resolves when the page is parsed and not prerendered. Returns the start of the page view in performance.now() milliseconds. */
export async function ready(): Promise<number> {
  if (document.readyState === "loading") await once("DOMContentLoaded");
  if (!(document as Prerendered).prerendering) return 0;
  await once("prerenderingchange");
  return performance.now();
}

type Prerendered = Document & { prerendering?: boolean };

const once = (name: string) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));

/**
 * Calls back when the page's URL changes without a load, with true for another page and false for another place on the same page.
 */
export function onNavigation(call: (isOtherPage: boolean) => void): void {
  let known = location.href;
  const look = (isReplaced = false) =>
    quietly(() => {
      const { href } = location;
      if (href === known) return;
      const part = isReplaced ? pathOf : pageOf;
      const isOtherPage = part(href) !== part(known);
      known = href;
      call(isOtherPage);
    });
  // Prefers the Navigation API, which needs no wrapping of history methods.
  if ("navigation" in window) {
    navigation.addEventListener("currententrychange", ({ navigationType }) => look(navigationType === "replace"));
    return;
  }
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...words) {
      original.apply(this, words);
      look(name === "replaceState");
    };
  }
  addEventListener("popstate", () => look());
  addEventListener("hashchange", () => look());
}

/** Strips the fragment from a URL, but not #/… and #!…, which are pages in hash-based routers. */
const pageOf = (href: string): string => href.replace(/#(?![!/]).*$/, "");

/** Strips the query too. With replaceState, pages store sorting or scroll position there, which is not a navigation. */
const pathOf = (href: string): string => pageOf(href).replace(/\?[^#]*/, "");
