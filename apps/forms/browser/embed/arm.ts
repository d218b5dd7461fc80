import { onAddToCart } from "./cart.js";
import type { Fire, Trigger, View } from "./trigger.js";

const kinds: Record<Trigger["type"], (trigger: Trigger, fire: Fire, view: View) => void> = {
  PAGE_URL({ matches }, fire) {
    const { href } = location;
    const isMatch = { CONTAINS: "includes", STARTS_WITH: "startsWith" } as const;
    if (matches?.some(({ op, value }) => (op === "EXACT" ? href === value : href[isMatch[op]](value)))) fire();
  },
  TIME_ON_PAGE({ delayMs }, fire, view) {
    after((delayMs ?? 0) - (performance.now() - view.began), fire, view);
  },
  SCROLL_DEPTH({ percent }, fire, { isFirst, over }) {
    const look = () => {
      const seen = (scrollY + innerHeight + 1) / document.documentElement.scrollHeight;
      // Nobody has scrolled yet where the page stands at its top, however short it is.
      if (scrollY > 0 && seen * 100 >= (percent ?? 100)) fire();
    };
    if (isFirst) look();
    addEventListener("scroll", look, { passive: true, signal: over });
  },
  EXIT_INTENT(_, fire, { over }) {
    const look = ({ relatedTarget, clientY }: MouseEvent) => {
      if (relatedTarget === null && clientY <= 0) fire();
    };
    document.addEventListener("mouseout", look, { signal: over });
  },
  CLICK_ELEMENT({ selector }, fire, { over }) {
    const look = (event: MouseEvent) => {
      const [target] = event.composedPath();
      if (selector && target instanceof Element && target.closest(selector)) fire();
    };
    document.addEventListener("click", look, { capture: true, signal: over });
  },
  ADD_TO_CART({ delayMs }, fire, view) {
    onAddToCart(() => after(delayMs ?? 0, fire, view), view);
  },
};

function after(milliseconds: number, fire: Fire, { over }: View): void {
  const timer = setTimeout(fire, Math.max(0, milliseconds));
  over.addEventListener("abort", () => clearTimeout(timer));
}

/** Waits for the first of these triggers on one view of a page; any one of them opens the form. One that fails keeps none of the others. */
export function arm(triggers: readonly Trigger[], fire: Fire, view: View): void {
  for (const trigger of triggers)
    quietly(() => {
      if (!view.over.aborted) kinds[trigger.type]?.(trigger, () => quietly(fire), view);
    });
}

/** Whatever goes wrong here is no business of the page's. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Said above.
  }
}
