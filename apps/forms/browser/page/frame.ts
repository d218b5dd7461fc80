import type { FrameMessage } from "../shared/messages.js";

/** Tells the page around this one, if that is the one whose embed script has said so behind the #; who may be around it at all says the policy. */
export function tellParent(message: FrameMessage): void {
  const [around] = /^https?:\/\/[^/]+/.exec(new URLSearchParams(location.hash.slice(1)).get("origin") ?? "") ?? [];
  if (around && window.parent !== window) window.parent.postMessage(message, around);
}

/** Escape closes the form in a frame as it does a dialog; a list that is open closes first, by taking the key for itself. */
export function closeOnEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) tellParent({ offergraph: "close" });
  });
}

/** In a frame the form is all there is to see, and the page around it is kept told of how high it is. */
export function fitFrame(): void {
  const main = document.querySelector("main");
  if (!main || window.parent === window) return;
  document.body.classList.add("framed");
  const measure = () => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    // A frame that is not shown yet has none.
    if (height > 0) tellParent({ offergraph: "size", height });
  };
  new ResizeObserver(measure).observe(main);
}
