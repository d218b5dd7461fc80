import type { Outcome, Taken } from "./collect.js";
import { isOnItsWay, isShown, rewardList, showRewards } from "./rewards.js";
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
  /** Whether the form promised something for this outcome. */
  isPromised: boolean;
  /** Asks again what became of the grants. */
  again(): Promise<Taken>;
}

const tries = 10;
const restMs = 1500;

/** The last page: thanks, the rewards, and the way on. */
export async function showEnding(taken: Taken, ending: Ending): Promise<void> {
  const { outcome, thanks, upsell, leadsTo, isFramed, isPromised, again } = ending;
  const shown = taken.grants.filter(isShown);
  const isDone = outcome === "COMPLETE";
  const goesOn = isDone && leadsTo !== null && !isFramed;
  // There is nothing to read here that would be missed.
  if (goesOn && shown.length === 0) location.assign(leadsTo);
  const rewards = rewardList();
  showRewards(rewards, shown);
  const content = [isDone ? words(thanks) : element("p", "Thanks for stopping by."), rewards];
  if (isDone && upsell) content.push(element("p", upsell));
  if (goesOn) {
    const link = element("a", "Continue", "button");
    link.href = leadsTo;
    content.push(link);
  }
  showInstead(isDone ? "Thank you" : "No problem", ...content);
  await untilGiven(taken, isPromised, rewards, again);
}

function words(thanks: string): HTMLElement {
  const made = element("div", "Your answers have arrived.", "words");
  if (thanks) made.innerHTML = thanks;
  return made;
}

/** Asks a while for rewards that are on their way, and for those that were promised and are not known of yet. */
async function untilGiven(taken: Taken, isPromised: boolean, list: HTMLElement, again: () => Promise<Taken>): Promise<void> {
  let { grants } = taken;
  for (let left = tries; left > 0 && (grants.some(isOnItsWay) || (isPromised && grants.length === 0)); left -= 1) {
    await new Promise((resolve) => setTimeout(resolve, restMs));
    grants = (await again()).grants;
    showRewards(list, grants.filter(isShown));
  }
}
