import { isEmail, maxEmailLength } from "@offergraph/shared/schema/email";
import { type Collector, type Outcome, Refused, type Taken } from "./collect.js";
import { texts } from "./language.js";
import { isGood, isIssuing, isOpen, isPending, isShown, rewardList, showRewards } from "./rewards.js";
import { element, showInstead } from "./view.js";

interface Ending {
  outcome: Outcome;
  /** HTML of the end page, which `save_form_draft` has checked. */
  thanks: string;
  upsell: string;
  leadsTo: string | null;
  isFramed: boolean;
  /** True if the form promised a reward for this outcome. */
  isPromised: boolean;
  /** True if the page asks unknown visitors for an email address. */
  asksEmail: boolean;
  server: Collector;
  id: string;
}

const firstRestMs = 300;
const restMs = 1_500;
/** Number of reads with at most `restMs` between two reads. Takes about 15 seconds. */
const quickReads = 12;
const slowRestMs = 10_000;
/** Number of reads in about 5 minutes. */
const maxReads = 40;
/** Number of reads in about 95 seconds, while the response has no grant. The response may never get a grant. */
const maxUnknownReads = 20;

export async function showEnding(first: Taken, ending: Ending): Promise<void> {
  const { outcome, thanks, upsell, leadsTo, isFramed, isPromised, asksEmail, server, id } = ending;
  const { thanksTitle, declinedTitle, declinedBody, goOn } = texts();
  const isDone = outcome === "COMPLETE";
  const goesOn = isDone && leadsTo !== null && !isFramed;
  const isUnknown = ({ grants }: Taken) => isPromised && grants.length === 0;
  // Redirects immediately if the page has no rewards to show or to wait for.
  if (goesOn && !first.grants.some(isShown) && !isUnknown(first)) location.assign(leadsTo);

  const rewards = rewardList();
  const link = statusLink();
  const offer = element("p", upsell);
  let isAsked = false;
  /** Number of the current sequence of reads. A read of an earlier sequence may be older than what the page shows. */
  let sequence = 0;
  const form = emailForm(async (email) => {
    sequence += 1;
    const changed = await server.change(id, { customer: { ref: email, email } });
    // The change fails if the response has a customer already, for example from another tab.
    const taken = changed.userErrors.length > 0 ? await server.read(id) : changed;
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
    // Hides the upsell text if the visitor does not get the promised reward.
    offer.hidden = !isDone || upsell === "" || (isPromised && !grants.some(isGood));
  }
  async function follow(taken: Taken, isWaited: (taken: Taken) => boolean): Promise<void> {
    sequence += 1;
    const own = sequence;
    let now = taken;
    for (let reads = 0; reads < (isUnknown(now) ? maxUnknownReads : maxReads) && isWaited(now); reads += 1) {
      const longest = reads < quickReads ? restMs : slowRestMs;
      await new Promise((resolve) => setTimeout(resolve, Math.min(longest, firstRestMs * 2 ** reads)));
      const next = await server.read(id).catch(unlessRefused);
      if (!next || own !== sequence) return;
      now = next;
      show(now);
    }
  }

  show(first);
  const content = [isDone ? thanksText(thanks) : element("p", declinedBody), rewards, form, link, offer];
  if (goesOn) content.push(Object.assign(element("a", goOn, "button"), { href: leadsTo }));
  showInstead(isDone ? thanksTitle : declinedTitle, ...content);
  await follow(first, (taken) => taken.grants.some(isIssuing) || isUnknown(taken));
}

/** Returns undefined if the server rejected the request, for example after the end of the form. The page then keeps what it shows. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refused)) throw error;
}

/** The link opens a new tab, because the page may be in a frame. */
const statusLink = () => Object.assign(element("a", texts().statusLink, "status"), { target: "_blank", rel: "noopener noreferrer" });

/** Creates the text of the end page from HTML that save_form_draft has checked. */
export function thanksText(thanks: string): HTMLElement {
  const made = element("div", texts().thanksBody, "words");
  if (thanks) made.innerHTML = thanks;
  return made;
}

/** Creates an HTML form that asks for an email address. The form calls `given` only with a valid address. */
function emailForm(given: (email: string) => Promise<void>): HTMLFormElement {
  const { emailLabel, emailWhy, emailSend, emailInvalid, errorBody } = texts();
  const form = element("form", "", "ask");
  form.noValidate = true;
  const label = Object.assign(element("label", emailLabel), { htmlFor: "email" });
  const input = element("input", "");
  Object.assign(input, { id: "email", type: "email", autocomplete: "email", maxLength: maxEmailLength, required: true });
  input.setAttribute("aria-describedby", "email-why email-error");
  const why = Object.assign(element("p", emailWhy, "quiet"), { id: "email-why" });
  const error = Object.assign(element("p", "", "error"), { id: "email-error" });
  error.setAttribute("role", "alert");
  const button = element("button", emailSend, "button");
  form.append(label, input, error, button, why);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const email = input.value.trim();
    const isValid = isEmail(email);
    error.textContent = isValid ? "" : emailInvalid;
    input.setAttribute("aria-invalid", String(!isValid));
    if (!isValid) return input.focus();
    button.disabled = true;
    given(email)
      .catch((reason: unknown) => {
        unlessRefused(reason);
        error.textContent = errorBody;
      })
      .finally(() => {
        button.disabled = false;
      });
  });
  return form;
}
