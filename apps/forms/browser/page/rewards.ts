import type { Grant } from "./collect.js";
import { element } from "./view.js";

/** What is said of a grant that has no reward to show yet. Of any other but ISSUED nothing is said: it comes to nothing. */
const states: Readonly<Record<string, string>> = {
  PENDING: "is kept for you. It comes to you once the shop knows who you are.",
  ISSUING: "is on its way.",
  HELD: "is being reviewed. It comes to you once that is done.",
};

export const isShown = ({ state }: Grant): boolean => state === "ISSUED" || Object.hasOwn(states, state);
export const isOnItsWay = ({ state }: Grant): boolean => state === "ISSUING";

/** A list of rewards; what changes in it is read out. */
export function rewardList(): HTMLElement {
  const list = element("ul", "", "rewards");
  list.setAttribute("aria-label", "Your reward");
  list.setAttribute("aria-live", "polite");
  return list;
}

/** Shows these grants. One that has not changed stays as it is, so that nothing is read out twice and no button loses the keyboard. */
export function showRewards(list: HTMLElement, grants: readonly Grant[]): void {
  const there = [...list.children] as HTMLElement[];
  grants.forEach((grant, index) => {
    const key = JSON.stringify(grant);
    const old = there[index];
    if (old?.dataset.grant === key) return;
    const item = reward(grant);
    item.dataset.grant = key;
    if (old) old.replaceWith(item);
    else list.append(item);
  });
  for (const extra of there.slice(grants.length)) extra.remove();
}

function reward({ state, code, label, expiresAt }: Grant): HTMLElement {
  const item = element("li", "");
  item.append(element("strong", label || "Your reward"));
  if (code) item.append(...copyable(code));
  else if (states[state]) item.append(element("span", states[state], "quiet"));
  if (expiresAt) item.append(validUntil(expiresAt));
  return item;
}

function validUntil(expiresAt: string): HTMLElement {
  const line = element("span", "valid until ", "quiet");
  const time = element("time", new Date(expiresAt).toLocaleDateString(undefined, { dateStyle: "long" }));
  time.dateTime = expiresAt;
  line.append(time);
  return line;
}

/** A code, and a button that copies it; what came of that stands on the button, and is read out. */
function copyable(code: string): HTMLElement[] {
  const shown = element("code", code);
  const button = element("button", "Copy", "copy");
  button.type = "button";
  button.setAttribute("aria-label", `Copy ${code}`);
  button.addEventListener("click", async () => {
    const said = (await copy(shown)) ? "Copied" : "Selected: copy it now";
    button.removeAttribute("aria-label");
    button.textContent = said;
  });
  return [shown, button];
}

/** In a frame, and where the page is not secure, browsers may copy only what is selected. */
async function copy(shown: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(shown.textContent ?? "");
    return true;
  } catch {
    getSelection()?.selectAllChildren(shown);
    return document.execCommand("copy");
  }
}
