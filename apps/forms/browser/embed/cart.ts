import { visiting } from "../shared/storage.js";
import type { View } from "./attach-triggers.js";
import { quietly } from "./console.js";

const word = "offergraph:add-to-cart";
const mark = "added-to-cart";
/**
 * Maximum time in milliseconds from the end of a trigger's delay to the opening of the form. If the delay ends while the browser loads the
 * next page, the next page opens the form.
 */
const grace = 60_000;

/** Matches the add-to-cart URLs of Shopify, WooCommerce, Magento and similar shops. */
const addsToCart = (address: string): boolean => {
  const { pathname, search } = new URL(address, location.href);
  return /\/cart\/add(\.js|\/|$)/.test(pathname) || /[?&](add-to-cart=|wc-ajax=add_to_cart)/.test(search);
};

export function notifyAdded(): void {
  document.dispatchEvent(new CustomEvent(word));
}

/**
 * Detects when the visitor adds an item to the cart. Stores the time, so that the next page can also open the form. Observes the event
 * `offergraph:add-to-cart`, requests of scripts, submitted HTML forms and clicked links.
 */
export function watchCart(): void {
  const note = () => visiting.write(mark, String(Date.now()));
  document.addEventListener(word, note);

  const onLeave = (event: Event, address: string | null | undefined) =>
    quietly(() => {
      // Skips events that a script handles, because the observer detects the script's request.
      if (address && !event.defaultPrevented && addsToCart(address)) note();
    });
  // Listens on window, so that the page's listeners run first.
  addEventListener("submit", (event) => {
    const button = event.submitter;
    onLeave(event, button?.getAttribute("formaction") ?? (event.target as Element).getAttribute("action"));
  });
  addEventListener("click", (event) => onLeave(event, (event.target as Element).closest?.("a[href]")?.getAttribute("href")));

  // The Resource Timing API detects requests without wrapping fetch and XMLHttpRequest.
  const isAdded = ({ initiatorType, name, responseStatus = 0 }: PerformanceResourceTiming) =>
    (initiatorType === "fetch" || initiatorType === "xmlhttprequest") && responseStatus < 400 && addsToCart(name);
  const observer = new PerformanceObserver((list) => {
    if ((list.getEntries() as PerformanceResourceTiming[]).some(isAdded)) notifyAdded();
  });
  observer.observe({ type: "resource", buffered: true });
}

/** Calls `wait` with the remaining delay after an item was added to the cart. The visitor may have added the item on the previous page. */
export function onAddToCart(delay: number, wait: (milliseconds: number) => void, { over }: View): void {
  document.addEventListener(word, () => wait(delay), { signal: over });
  const added = visiting.read(mark);
  const left = Number(added) + delay - Date.now();
  if (added !== null && left > -grace) wait(left);
}
