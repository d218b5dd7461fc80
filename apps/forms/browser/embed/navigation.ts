import { quietly } from "./console.js";

/** Waits until the page is parsed and not prerendered. Returns the start of the page view on the clock of performance.now(). */
export async function ready(): Promise<number> {
  if (document.readyState === "loading") await once("DOMContentLoaded");
  if (!(document as Document & { prerendering?: boolean }).prerendering) return 0;
  await once("prerenderingchange");
  return performance.now();
}

const once = (name: string) => new Promise((resolve) => document.addEventListener(name, resolve, { once: true }));

/** Calls back when the URL changes without a load. `isOtherPage`: false for another place on the same page. */
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
  // Prefers the Navigation API, which needs no wrapping of history methods.
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

/** Strips the fragment from a URL, but not #/… and #!…, which are pages in hash-based routers. */
const pageOf = (href: string): string => href.replace(/#(?![!/]).*$/, "");

/** Strips the query too. With replaceState, pages store sorting or scroll position there, which is not a navigation. */
const pathOf = (href: string): string => pageOf(href).replace(/\?[^#]*/, "");
