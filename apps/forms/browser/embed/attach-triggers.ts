import { isAddressed } from "./address.js";
import { onAddToCart } from "./cart.js";
import { quietly } from "./console.js";
import { onScrollDepth } from "./scroll.js";
import type { Fire, Trigger, View } from "./trigger.js";

/** Maximum distance from the top edge, in pixels, at which a leaving pointer counts as exit intent. */
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
    const look = ({ relatedTarget, clientY }: MouseEvent) => {
      if (relatedTarget === null && clientY <= topEdge) fire();
    };
    document.addEventListener("mouseout", look, { signal: over });
  },
  CLICK_ELEMENT({ selector }, fire, { over }) {
    if (!selector) return;
    // Reports a selector that this browser cannot parse once, not at each click.
    document.querySelector(selector);
    const look = (event: MouseEvent) => {
      if (event.composedPath().some((part) => part instanceof Element && part.matches(selector))) fire();
    };
    document.addEventListener("click", look, { capture: true, signal: over });
  },
  ADD_TO_CART({ delayMs }, fire, view) {
    onAddToCart(delayMs ?? 0, (wait) => after(wait, fire, view), view);
  },
};

function after(milliseconds: number, fire: Fire, { over }: View): void {
  const timer = setTimeout(fire, Math.max(0, milliseconds));
  over.addEventListener("abort", () => clearTimeout(timer));
}

/** Arms the triggers for a page view; any of them opens the form. A trigger that throws does not affect the others. */
export function attachTriggers(triggers: readonly Trigger[], fire: Fire, view: View): void {
  for (const trigger of triggers)
    quietly(() => {
      if (!view.over.aborted) kinds[trigger.type]?.(trigger, () => quietly(fire), view);
    });
}
