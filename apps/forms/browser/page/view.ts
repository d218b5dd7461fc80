import type { FrameMessage } from "../shared/messages.js";
import { texts } from "./language.js";

/** Returns an element of the server-rendered page. Throws if the element is missing. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element with the id ${id}.`);
  return found;
}

export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, className = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

export const showTrouble = (isTrouble: boolean): void => announce(isTrouble ? texts().offline : "");

/** Shows a status text to the visitor. An empty text hides the status. */
export function announce(text: string): void {
  const status = part("status");
  if (status.textContent !== text) status.textContent = text;
  status.hidden = text === "";
}

export function showNote(text: string): void {
  part("note").textContent = text;
  part("note").hidden = text === "";
}

let contact: string | null = null;

/** Sets the support email address that `showInstead` adds below the content. */
export function setContact(email: string | null): void {
  contact = email;
}

function contactLine(email: string): HTMLElement {
  const [before = "", after = ""] = texts().contact.split("{email}");
  const line = element("p", "", "contact");
  line.append(before, Object.assign(element("a", email), { href: `mailto:${email}` }), after);
  return line;
}

/** Replaces the form with a heading and content, and moves the focus to the heading. */
export function showInstead(heading: string, ...content: HTMLElement[]): void {
  part("loading").hidden = true;
  part("form").hidden = true;
  const title = element("h1", heading);
  title.tabIndex = -1;
  const end = part("end");
  end.replaceChildren(title, ...content, ...(contact === null ? [] : [contactLine(contact)]));
  end.hidden = false;
  window.scrollTo({ top: 0 });
  title.focus();
}

/**
 * Posts a message to the page that embeds this page. Reads the target origin from the URL fragment. The server's `frame-ancestors` policy
 * determines which origins can embed this page.
 */
export function notifyParent(message: FrameMessage): void {
  const [parentOrigin] = /^https?:\/\/[^/]+/.exec(new URLSearchParams(location.hash.slice(1)).get("origin") ?? "") ?? [];
  if (parentOrigin && window.parent !== window) window.parent.postMessage(message, parentOrigin);
}

/** Closes the framed form on Escape, unless an open dropdown handles the key first. */
export function closeOnEscape(): void {
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) notifyParent({ offergraph: "close" });
  });
}

/** In a frame, changes the page's style and reports the page's height to the embedding page. */
export function fitFrame(): void {
  const main = document.querySelector("main");
  if (!main || window.parent === window) return;
  document.body.classList.add("framed");
  const measure = () => {
    const height = Math.ceil(main.getBoundingClientRect().height);
    // A hidden frame has no height to report.
    if (height > 0) notifyParent({ offergraph: "size", height });
  };
  new ResizeObserver(measure).observe(main);
}
