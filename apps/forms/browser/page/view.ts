import { texts } from "./language.js";

/** An element of the page that the server made. */
export function part(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no #${id}.`);
  return found;
}

/** Makes an element with a text. */
export function element<Name extends keyof HTMLElementTagNameMap>(name: Name, text: string, className = ""): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Says plainly that the network is lost, and stops saying it when it is back. */
export function showTrouble(isTrouble: boolean): void {
  tell(isTrouble ? texts().offline : "");
}

/** What the visitor should know now; "" for nothing. */
export function tell(text: string): void {
  const status = part("status");
  if (status.textContent !== text) status.textContent = text;
  status.hidden = text === "";
}

/** What the shop says above the form; "" for nothing. */
export function showNote(text: string): void {
  part("note").textContent = text;
  part("note").hidden = text === "";
}

/** In place of the form: a heading, and what follows it. Screen readers are taken there. */
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
