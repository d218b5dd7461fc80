import type { Fire, View } from "./trigger.js";

/** Fires when the page is scrolled to a percentage of its scrollable height. */
export function onScrollDepth(percent: number, fire: Fire, { isFirst, over }: View): void {
  const page = document.scrollingElement ?? document.documentElement;
  // After a client-side navigation, the new page may briefly keep the previous scroll position.
  let wasAbove = isFirst || depthOf(page) < percent;
  const look = (scroller: Element) => {
    if (depthOf(scroller) < percent) wasAbove = true;
    else if (wasAbove) fire();
  };
  // A reload restores the scroll position.
  if (isFirst) look(page);
  const hear = ({ target }: Event) => {
    if (target === document) look(page);
    else if (target instanceof Element && roomOf(page) <= 0 && isLarge(target)) look(target);
  };
  document.addEventListener("scroll", hear, { capture: true, passive: true, signal: over });
}

const roomOf = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;

/** Returns the scroll depth in percent, 0 if the element cannot be scrolled. Rounds fractions of pixels up. */
const depthOf = (scroller: Element) => (roomOf(scroller) > 0 ? ((scroller.scrollTop + 1) / roomOf(scroller)) * 100 : 0);

/** Returns true for a large scrolling element, which single-page applications use instead of the page. */
const isLarge = ({ clientHeight, clientWidth }: Element) => clientHeight * 2 >= innerHeight && clientWidth * 2 >= innerWidth;
