import { emailForm } from "./ask-email.js";
import type { Collector, Outcome, Taken } from "./collect.js";
import { texts } from "./language.js";
import { isGood, isIssuing, isOpen, isPending, isShown, rewardList, showRewards } from "./rewards.js";
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
  /** Whether a visitor nobody knows is asked for an e-mail address. */
  asksEmail: boolean;
  /** Asks again what became of the grants. */
  again(): Promise<Taken>;
  /** Makes the visitor known by an e-mail address. */
  identify(email: string): Promise<Taken>;
}

/** What an ending asks of the server. */
export const endingOf = (server: Collector, id: string): Pick<Ending, "again" | "identify"> => ({
  again: () => server.read(id),
  identify: (email) => server.change(id, { customer: { ref: email, email } }),
});

const maxTries = 12;
const restMs = 1500;
const firstRestMs = 300;

/** The last page: thanks, the rewards, and the way on. */
export async function showEnding(first: Taken, ending: Ending): Promise<void> {
  const { outcome, thanks, upsell, leadsTo, isFramed, isPromised, asksEmail, again, identify } = ending;
  const { thanksTitle, declinedTitle, declinedBody, goOn } = texts();
  const isDone = outcome === "COMPLETE";
  const goesOn = isDone && leadsTo !== null && !isFramed;
  const isUnknown = ({ grants }: Taken) => isPromised && grants.length === 0;
  // Nothing to read here would be missed.
  if (goesOn && !first.grants.some(isShown) && !isUnknown(first)) location.assign(leadsTo);

  const rewards = rewardList();
  const link = statusLink();
  const offer = element("p", upsell);
  let isAsked = false;
  const form = emailForm(async (email) => {
    const taken = await identify(email);
    isAsked = true;
    show(taken);
    rewards.tabIndex = -1;
    rewards.focus();
    await follow(taken, ({ grants }) => grants.some((grant) => isPending(grant) || isIssuing(grant)));
  });
  function show({ grants, statusUrl }: Taken): void {
    showRewards(rewards, grants.filter(isShown));
    const asks = asksEmail && !isAsked && grants.some(isPending);
    form.hidden = !asks;
    link.hidden = statusUrl === undefined || !grants.some(isOpen);
    if (statusUrl !== undefined) link.href = statusUrl;
    // The text of an offer is true only while there is a reward, or where none was promised.
    offer.hidden = !isDone || upsell === "" || (isPromised && !grants.some(isGood));
  }
  async function follow(taken: Taken, isWaited: (taken: Taken) => boolean): Promise<void> {
    let now = taken;
    for (let tries = 0; tries < maxTries && isWaited(now); tries += 1) {
      await new Promise((resolve) => setTimeout(resolve, Math.min(restMs, firstRestMs * 2 ** tries)));
      now = await again();
      show(now);
    }
  }

  show(first);
  const content = [isDone ? words(thanks) : element("p", declinedBody), rewards, form, link, offer];
  if (goesOn) {
    const onward = element("a", goOn, "button");
    onward.href = leadsTo;
    content.push(onward);
  }
  showInstead(isDone ? thanksTitle : declinedTitle, ...content);
  await follow(first, (taken) => taken.grants.some(isIssuing) || isUnknown(taken));
}

/** The way to the page that shows the reward later. It opens beside this one, which may be in a frame. */
function statusLink(): HTMLAnchorElement {
  const link = element("a", texts().statusLink, "status");
  Object.assign(link, { target: "_blank", rel: "noopener noreferrer" });
  return link;
}

function words(thanks: string): HTMLElement {
  const made = element("div", texts().thanksBody, "words");
  if (thanks) made.innerHTML = thanks;
  return made;
}
