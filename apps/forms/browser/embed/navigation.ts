import { quietly } from "./say.js";

/**
 * Calls back whenever the page's address changes without a load, whoever changes it: with whether it is another page now,
 * or another place on the same one.
 */
export function onNavigation(call: (isOtherPage: boolean) => void): void {
  let known = location.href;
  const look = () =>
    quietly(() => {
      const { href } = location;
      if (href === known) return;
      const isOtherPage = pageOf(href) !== pageOf(known);
      known = href;
      call(isOtherPage);
    });
  // The browser's own word, where it has one already: nothing of the page has to be wrapped for it.
  if ("navigation" in window) {
    navigation.addEventListener("currententrychange", look);
    return;
  }
  for (const name of ["pushState", "replaceState"] as const) {
    const original = history[name];
    history[name] = function (this: History, ...words) {
      original.apply(this, words);
      look();
    };
  }
  addEventListener("popstate", look);
  addEventListener("hashchange", look);
}

/** An address without the place on the page; #/… and #!… are pages of applications that navigate behind the #. */
const pageOf = (href: string): string => href.replace(/#(?![!/]).*$/, "");
