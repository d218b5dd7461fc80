import type { Fire, View } from "./trigger.js";

/** Tells when a page is scrolled down to so many percent of the way that it can be scrolled. */
export function onScrollDepth(percent: number, fire: Fire, { isFirst, over }: View): void {
  const page = document.scrollingElement ?? document.documentElement;
  // What follows by a client-side navigation may stand for a moment where the page before it was left.
  let wasAbove = isFirst || depthOf(page) < percent;
  const look = (scroller: Element) => {
    if (depthOf(scroller) < percent) wasAbove = true;
    else if (wasAbove) fire();
  };
  // A reload goes on where the visitor was.
  if (isFirst) look(page);
  const hear = ({ target }: Event) => {
    if (target === document) look(page);
    else if (target instanceof Element && roomOf(page) <= 0 && isLarge(target)) look(target);
  };
  document.addEventListener("scroll", hear, { capture: true, passive: true, signal: over });
}

const roomOf = ({ scrollHeight, clientHeight }: Element) => scrollHeight - clientHeight;

/** Where nothing can be scrolled, nobody has. Positions between pixels are rounded up. */
const depthOf = (scroller: Element) => (roomOf(scroller) > 0 ? ((scroller.scrollTop + 1) / roomOf(scroller)) * 100 : 0);

/** Applications that stand still as a page have one large part that is scrolled instead. */
const isLarge = ({ clientHeight, clientWidth }: Element) => clientHeight * 2 >= innerHeight && clientWidth * 2 >= innerWidth;
