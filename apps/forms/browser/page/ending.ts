import type { Grant, Outcome, Taken } from "./collect.js";
import { element, showInstead } from "./view.js";

interface Ending {
  outcome: Outcome;
  /** The form's own words of thanks, harmless HTML (save_form_draft sees to it). */
  thanks: string;
  upsell: string;
  /** Where the visitor goes from here. */
  leadsTo: string | null;
  /** A frame stays on the page that it is in. */
  isFramed: boolean;
  /** Asks again what became of the grants. */
  again(): Promise<Taken>;
}

/** What is said of a grant that has no reward to show yet. Of any other but ISSUED nothing is said: it comes to nothing. */
const states: Readonly<Record<string, string>> = {
  PENDING: "is on its way",
  ISSUING: "is on its way",
  HELD: "is being reviewed. It comes to you once that is done.",
};
const isOnItsWay = ({ state }: Grant) => state === "PENDING" || state === "ISSUING";
const tries = 5;

/** The last page: thanks, the rewards, and the way on. */
export async function showEnding(taken: Taken, { outcome, thanks, upsell, leadsTo, isFramed, again }: Ending): Promise<void> {
  const shown = outcome === "SKIPPED" ? [] : taken.grants.filter(isShown);
  const goesOn = leadsTo !== null && !isFramed;
  // There is nothing to read here that would be missed.
  if (goesOn && shown.length === 0) location.assign(leadsTo);
  if (outcome === "SKIPPED") return showInstead("No problem", element("p", "Thanks for stopping by."));
  const rewards = element("ul", "", "rewards");
  rewards.append(...shown.map(reward));
  const content = [words(thanks), ...(shown.length > 0 ? [rewards] : []), ...(upsell ? [element("p", upsell)] : [])];
  if (goesOn) {
    const link = element("a", "Continue", "button");
    link.href = leadsTo;
    content.push(link);
  }
  showInstead("Thank you", ...content);
  await untilIssued(shown, rewards, again);
}

const isShown = ({ state }: Grant) => state === "ISSUED" || state in states;

function words(thanks: string): HTMLElement {
  const made = element("div", "Your answers have arrived.", "words");
  if (thanks) made.innerHTML = thanks;
  return made;
}

function reward({ state, code, label, expiresAt }: Grant): HTMLElement {
  const item = element("li", "");
  item.append(element("span", label || "Your reward"));
  if (code) item.append(element("code", code));
  else if (states[state]) item.append(element("span", states[state], "quiet"));
  if (expiresAt) item.append(element("span", `valid until ${new Date(expiresAt).toLocaleDateString()}`, "quiet"));
  return item;
}

async function untilIssued(grants: Grant[], list: HTMLElement, again: () => Promise<Taken>): Promise<void> {
  let open = grants;
  for (let left = tries; left > 0 && open.some(isOnItsWay); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    open = (await again()).grants.filter(isShown);
    list.replaceChildren(...open.map(reward));
  }
}
