import type { FrameMessage } from "../shared/messages.js";

/** Tells the page around this one. Who may be around it says the policy that the page is served with; nothing here is secret. */
export function tellParent(message: FrameMessage): void {
  if (window.parent !== window) window.parent.postMessage(message, "*");
}

/** Escape closes the form in a frame as it does a dialog; a list that is open closes first, by taking the key for itself. */
export function closeOnEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) tellParent({ offergraph: "close" });
  });
}

/** Keeps the page around this one told of how high the form is. */
export function tellHeight(): void {
  const main = document.querySelector("main");
  if (!main || window.parent === window) return;
  const measure = () => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    // A frame that is not shown yet has none.
    if (height > 0) tellParent({ offergraph: "size", height });
  };
  new ResizeObserver(measure).observe(main);
}
