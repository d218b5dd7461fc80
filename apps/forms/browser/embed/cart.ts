import { visiting } from "../shared/keep.js";
import { quietly } from "./say.js";
import type { View } from "./trigger.js";

const word = "offergraph:add-to-cart";
const mark = "added-to-cart";
/** So long a form may be late because the page was left meanwhile. */
const grace = 60_000;

/** Where the shops of Shopify, WooCommerce, Magento and their like add to the cart, by a form, a link or a script. */
const addsToCart = (address: string): boolean => {
  const { pathname, search } = new URL(address, location.href);
  return /\/cart\/add(\.js|\/|$)/.test(pathname) || /[?&](add-to-cart=|wc-ajax=add_to_cart)/.test(search);
};

/** Says for the page that something was added to the cart. */
export function tellAdded(): void {
  document.dispatchEvent(new CustomEvent(word));
}

/**
 * Looks out, once for all views of this page, for what is added to the cart: by the page's own word (the event offergraph:add-to-cart),
 * by a request of a script, or by a form or link that leaves the page for it. When that was is kept for the pages that follow.
 */
export function watchCart(): void {
  const note = () => visiting.write(mark, String(Date.now()));
  document.addEventListener(word, note);

  const leave = (event: Event, address: string | null | undefined) =>
    quietly(() => {
      // Where a script takes over, the page stays, and the script's own request tells.
      if (address && !event.defaultPrevented && addsToCart(address)) note();
    });
  // On the window, when every listener of the page has had its say.
  addEventListener("submit", (event) => {
    const button = event.submitter;
    leave(event, button?.getAttribute("formaction") ?? (event.target as Element).getAttribute("action"));
  });
  addEventListener("click", (event) => leave(event, (event.target as Element).closest?.("a[href]")?.getAttribute("href")));

  // The browser's own record of requests: nothing of the page has to be wrapped for it.
  const isAdded = ({ initiatorType, name, responseStatus = 0 }: PerformanceResourceTiming) =>
    (initiatorType === "fetch" || initiatorType === "xmlhttprequest") && responseStatus < 400 && addsToCart(name);
  const observer = new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(isAdded)) tellAdded();
  });
  observer.observe({ type: "resource", buffered: true });
}

/** Waits so long after something was added to the cart, be it on this page or on the one before. */
export function onAddToCart(delay: number, wait: (milliseconds: number) => void, { over }: View): void {
  document.addEventListener(word, () => wait(delay), { signal: over });
  const added = visiting.read(mark);
  const left = Number(added) + delay - Date.now();
  if (added !== null && left > -grace) wait(left);
}
