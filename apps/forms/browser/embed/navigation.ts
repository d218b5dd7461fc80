import { quietly } from "./console.js";

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
