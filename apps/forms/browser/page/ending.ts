import type { Grant, Outcome, Taken } from "./collect.js";
import type { Settings } from "./settings.js";
import { element, showInstead } from "./view.js";

interface Ending {
  outcome: Outcome;
  /** The form's own words of thanks, harmless HTML (save_form_draft sees to it). */
  thanks: string;
  upsell: string;
  settings: Settings;
  /** Asks again what became of the grants. */
  again(): Promise<Taken>;
}

const onTheirWay = new Set(["PENDING", "ISSUING"]);
const tries = 5;

/** The last page: thanks, the rewards, and the way on. */
export async function showEnding(taken: Taken, { outcome, thanks, upsell, settings, again }: Ending): Promise<void> {
  const { redirectUrl, isFramed } = settings;
  const goesOn = redirectUrl !== null && !isFramed;
  if (outcome === "SKIPPED") {
    if (goesOn) location.assign(redirectUrl);
    showInstead("No problem", element("p", "Thanks for stopping by."));
    return;
  }
  const shown = taken.grants.filter(isShown);
  if (goesOn && shown.length === 0) location.assign(redirectUrl);
  const rewards = element("ul", "", "rewards");
  rewards.append(...shown.map(reward));
  const content = [words(thanks), ...(shown.length > 0 ? [rewards] : []), ...(upsell ? [element("p", upsell)] : [])];
  if (goesOn) {
    const link = element("a", "Continue", "button");
    link.href = redirectUrl;
    content.push(link);
  }
  showInstead("Thank you", ...content);
  await untilIssued(shown, rewards, again);
}

const isShown = ({ state }: Grant) => state === "ISSUED" || onTheirWay.has(state);

function words(thanks: string): HTMLElement {
  const made = element("div", "Your answers have arrived.", "words");
  if (thanks) made.innerHTML = thanks;
  return made;
}

function reward({ state, code, label, expiresAt }: Grant): HTMLElement {
  const item = element("li", "");
  item.append(element("span", label || "Your reward"));
  if (code) item.append(element("code", code));
  else if (onTheirWay.has(state)) item.append(element("span", "is on its way", "quiet"));
  if (expiresAt) item.append(element("span", `valid until ${new Date(expiresAt).toLocaleDateString()}`, "quiet"));
  return item;
}

async function untilIssued(grants: Grant[], list: HTMLElement, again: () => Promise<Taken>): Promise<void> {
  let open = grants;
  for (let left = tries; left > 0 && open.some(({ state }) => onTheirWay.has(state)); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    open = (await again()).grants.filter(isShown);
    list.replaceChildren(...open.map(reward));
  }
}
