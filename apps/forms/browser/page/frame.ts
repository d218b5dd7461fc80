import type { FrameMessage } from "../shared/messages.js";

/** Posts a message to the embedding page, only to the origin in the URL fragment. The policy (frame-ancestors) limits who can embed. */
export function notifyParent(message: FrameMessage): void {
  const [parentOrigin] = /^https?:\/\/[^/]+/.exec(new URLSearchParams(location.hash.slice(1)).get("origin") ?? "") ?? [];
  if (parentOrigin && window.parent !== window) window.parent.postMessage(message, parentOrigin);
}

/** Closes the framed form on Escape, unless an open list handles the key first. */
export function closeOnEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) notifyParent({ offergraph: "close" });
  });
}

/** Adapts the page to a frame and reports its height to the embedding page. */
export function fitFrame(): void {
  const main = document.querySelector("main");
  if (!main || window.parent === window) return;
  document.body.classList.add("framed");
  const measure = () => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    // A hidden frame has no height.
    if (height > 0) notifyParent({ offergraph: "size", height });
  };
  new ResizeObserver(measure).observe(main);
}
