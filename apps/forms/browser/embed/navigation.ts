import { quietly } from "./console.js";

/** Waits until the page is parsed and no longer prerendered. Returns the start time of the page view, from performance.now(). */
export async function ready(): Promise<number> {
  if (document.readyState === "loading") await once("DOMContentLoaded");
  if (!(document as Document & { prerendering?: boolean }).prerendering) return 0;
  await once("prerenderingchange");
  return performance.now();
}

const once = (name: string) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));

/** Calls `call` when the URL changes without a page load. `isOtherPage` is false if only the position within the page changed. */
export function onNavigation(call: (isOtherPage: boolean) => void): void {
  let known = location.href;
  const check = (isReplaced = false) =>
    quietly(() => {
      const { href } = location;
      if (href === known) return;
      const part = isReplaced ? pathOf : pageOf;
      const isOtherPage = part(href) !== part(known);
      known = href;
      call(isOtherPage);
    });
  // Prefers the Navigation API, which requires no changes to the website's `history` methods.
  if ("navigation" in window) {
    navigation.addEventListener("currententrychange", ({ navigationType }) => check(navigationType === "replace"));
    return;
  }
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...words) {
      original.apply(this, words);
      check(name === "replaceState");
    };
  }
  addEventListener("popstate", () => check());
  addEventListener("hashchange", () => check());
}

/** Strips the fragment from a URL. Keeps #/… and #!… because hash-based routers use these fragments for pages. */
const pageOf = (href: string): string => href.replace(/#(?![!/]).*$/, "");

/** Strips the fragment and the query from a URL. Pages often call replaceState to store a sort order or scroll position in the query. */
const pathOf = (href: string): string => pageOf(href).replace(/\?[^#]*/, "");
