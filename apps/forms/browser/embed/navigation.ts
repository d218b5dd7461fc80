import { quietly } from "./say.js";

/**
 * Calls back whenever the page's address changes without a load, whoever changes it: with whether it is another page now,
 * or another place on the same one.
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
  // The browser's own word, where it has one already: nothing of the page has to be wrapped for it.
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

/** An address without the place on the page; #/… and #!… are pages of applications that navigate behind the #. */
const pageOf = (href: string): string => href.replace(/#(?![!/]).*$/, "");

/** What has to change where an address is replaced: pages note there how they are sorted, or how far they were scrolled. */
const pathOf = (href: string): string => pageOf(href).replace(/\?[^#]*/, "");
