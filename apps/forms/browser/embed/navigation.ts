import { quietly } from "./arm.js";

/** Calls back whenever the page's address changes without a load, whoever changes it. */
export function onNavigation(call: () => void): void {
  let address = location.href;
  const look = () =>
    quietly(() => {
      if (location.href === address) return;
      address = location.href;
      call();
    });
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
