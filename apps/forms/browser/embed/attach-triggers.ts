import { onAddToCart } from "./cart.js";
import { quietly } from "./console.js";

export interface Trigger {
  type: "PAGE_URL" | "TIME_ON_PAGE" | "SCROLL_DEPTH" | "EXIT_INTENT" | "CLICK_ELEMENT" | "ADD_TO_CART";
  matches?: { op: "CONTAINS" | "EXACT" | "STARTS_WITH"; value: string }[] | null;
  delayMs?: number | null;
  percent?: number | null;
  selector?: string | null;
}

/** A page view, which ends when the URL changes or the form opens. */
export interface View {
  /** Start time of the page view, from performance.now(). */
  began: number;
  /** False if the page view began with a client-side navigation. */
  isFirst: boolean;
  over: AbortSignal;
}

export type Fire = () => void;

/** Height in pixels of the area at the page's top that triggers EXIT_INTENT. */
const topEdge = 20;

const kinds: Record<Trigger["type"], (trigger: Trigger, fire: Fire, view: View) => void> = {
  PAGE_URL({ matches }, fire) {
    if (isAddressed(matches ?? [])) fire();
  },
  TIME_ON_PAGE({ delayMs }, fire, view) {
    after((delayMs ?? 0) - (performance.now() - view.began), fire, view);
  },
  SCROLL_DEPTH({ percent }, fire, view) {
    onScrollDepth(percent ?? 100, fire, view);
  },
  EXIT_INTENT(_, fire, { over }) {
    const check = ({ relatedTarget, clientY }: MouseEvent) => {
      if (relatedTarget === null && clientY <= topEdge) fire();
    };
    document.addEventListener("mouseout", check, { signal: over });
  },
  CLICK_ELEMENT({ selector }, fire, { over }) {
    if (!selector) return;
    // Checks the selector once, because an invalid selector would throw at each click.
    document.querySelector(selector);
    const check = (event: MouseEvent) => {
      if (event.composedPath().some((part) => part instanceof Element && part.matches(selector))) fire();
    };
    document.addEventListener("click", check, { capture: true, signal: over });
  },
  ADD_TO_CART({ delayMs }, fire, view) {
    onAddToCart(delayMs ?? 0, (wait) => after(wait, fire, view), view);
  },
};

function after(milliseconds: number, fire: Fire, { over }: View): void {
  const timer = setTimeout(fire, Math.max(0, milliseconds));
  over.addEventListener("abort", () => clearTimeout(timer));
}

/** Starts the listeners and timers of all triggers for a page view. An error in one trigger does not affect the other triggers. */
export function attachTriggers(triggers: readonly Trigger[], fire: Fire, view: View): void {
  for (const trigger of triggers)
    quietly(() => {
      if (!view.over.aborted) kinds[trigger.type]?.(trigger, () => quietly(fire), view);
    });
}

/**
 * Returns true if a condition matches the page's URL. Compares the condition's value with the full URL, and with the URL without the
 * origin. Also compares the percent-decoded forms of the URLs.
 */
function isAddressed(matches: NonNullable<Trigger["matches"]>): boolean {
  const { href, origin } = location;
  const path = href.slice(origin.length);
  const written = [href, path, ...(path === "/" ? [origin] : [])];
  const addresses = [...written, ...written.map(unescaped)];
  return matches.some(({ op, value }) => addresses.some((address) => compare[op](address, value)));
}

const compare = {
  CONTAINS: (address: string, value: string) => address.includes(value),
  EXACT: (address: string, value: string) => address === value,
  STARTS_WITH: (address: string, value: string) => address.startsWith(value),
};

function unescaped(address: string): string {
  try {
    return decodeURI(address);
  } catch {
    return address;
  }
}

function onScrollDepth(percent: number, fire: Fire, { isFirst, over }: View): void {
  const page = document.scrollingElement ?? document.documentElement;
  // Waits until the scroll depth is below `percent`, because the new page may briefly keep the previous scroll position after a client-side
  // navigation.
  let wasAbove = isFirst || depthOf(page) < percent;
  const check = (scroller: Element) => {
    if (depthOf(scroller) < percent) wasAbove = true;
    else if (wasAbove) fire();
  };
  // Checks the scroll position immediately, because the browser may restore the position after a reload.
  if (isFirst) check(page);
  const onScroll = ({ target }: Event) => {
    if (target === document) check(page);
    else if (target instanceof Element && roomOf(page) <= 0 && isLarge(target)) check(target);
  };
  document.addEventListener("scroll", onScroll, { capture: true, passive: true, signal: over });
}

const roomOf = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;

/**
 * Returns the scroll depth in percent, or 0 for an element that cannot scroll. Adds 1 pixel because `scrollTop` may be slightly below its
 * maximum at the end of the page.
 */
const depthOf = (scroller: Element) => (roomOf(scroller) > 0 ? ((scroller.scrollTop + 1) / roomOf(scroller)) * 100 : 0);

/** Returns true for an element that may contain the whole page. Some single-page applications scroll such an element. */
const isLarge = ({ clientHeight, clientWidth }: Element) => clientHeight * 2 >= innerHeight && clientWidth * 2 >= innerWidth;
