import { visiting } from "../shared/keep.js";
import type { Fire, View } from "./trigger.js";

/** Shops on Shopify and its like add to the cart there, whether by a form, a link or a script. */
const addsToCart = (address: string): boolean => /\/cart\/add(?:\.js)?\/?$/.test(new URL(address, location.href).pathname);

const mark = "added-to-cart";
const markLasts = 60_000;

/** Notes, before the page is left for it, that something goes into the cart: the next page counts as the one where it happened. */
export function noteLeavingForCart(): void {
  const note = (event: Event, address: string | null | undefined) => {
    // Once every listener has had its say: where a script takes over, the page stays.
    if (address && addsToCart(address))
      setTimeout(() => {
        if (!event.defaultPrevented) visiting.write(mark, String(Date.now()));
      });
  };
  document.addEventListener("submit", (event) => {
    const button = event.submitter;
    note(event, button?.getAttribute("formaction") ?? (event.target as Element).getAttribute("action"));
  });
  document.addEventListener("click", (event) => note(event, (event.target as Element).closest?.("a[href]")?.getAttribute("href")));
}

/**
 * Tells when something is added to the cart: by the page's own word (the event offergraph:add-to-cart, which offergraph.addToCart()
 * sends), by a request of a script to …/cart/add, or by the page before, which was left for it.
 */
export function onAddToCart(fire: Fire, { over, isFirst }: View): void {
  document.addEventListener("offergraph:add-to-cart", fire, { signal: over });
  if (isFirst && Date.now() - Number(visiting.read(mark) ?? 0) < markLasts) {
    visiting.write(mark, null);
    fire();
  }
  // The browser's own record of requests: nothing of the page has to be wrapped for it.
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[];
    if (entries.some(isAdded)) fire();
  });
  observer.observe({ type: "resource" });
  over.addEventListener("abort", () => observer.disconnect());
}

const isAdded = ({ initiatorType, name, responseStatus = 0 }: PerformanceResourceTiming) =>
  (initiatorType === "fetch" || initiatorType === "xmlhttprequest") && responseStatus < 400 && addsToCart(name);
