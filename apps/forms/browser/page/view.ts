import { texts } from "./language.js";

/** Returns an element of the server-rendered page. Throws if it is missing. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, className = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Shows or hides the offline notice. */
export const showTrouble = (isTrouble: boolean): void => announce(isTrouble ? texts().offline : "");

/** Shows a status text to the visitor; "" hides it. */
export function announce(text: string): void {
  const status = part("status");
  if (status.textContent !== text) status.textContent = text;
  status.hidden = text === "";
}

export function showNote(text: string): void {
  part("note").textContent = text;
  part("note").hidden = text === "";
}

/** Replaces the form by a heading and content, and moves the focus there. */
export function showInstead(heading: string, ...content: HTMLElement[]): void {
  part("loading").hidden = true;
  part("form").hidden = true;
  const title = element("h1", heading);
  title.tabIndex = -1;
  const end = part("end");
  end.replaceChildren(title, ...content);
  end.hidden = false;
  window.scrollTo({ top: 0 });
  title.focus();
}
