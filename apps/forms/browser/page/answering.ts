import type { Answers, Collector, Offer, Outcome, Taken } from "./collect.js";
import { showEnding } from "./ending.js";
import { texts } from "./language.js";
import { isShown } from "./rewards.js";
import type { Settings } from "./settings.js";
import { type StoredResponse, storeDone, storeResponse } from "./stored-response.js";
import { submitQueue } from "./submit-queue.js";
import { showSurvey, thanksOf } from "./survey.js";
import { announce, notifyParent, part, showNote } from "./view.js";

interface Answering {
  settings: Settings;
  collector: Collector;
  offer: Offer;
  kept: StoredResponse;
  /** Called if the server rejects the response and a retry would not help. */
  refused(error: unknown): void;
}

const validationTimeoutMs = 3000;

export async function answering({ settings, collector, offer, kept, refused }: Answering): Promise<void> {
  const { publicKey } = settings;
  const isPicker = offer.form.viewType === "PICKER";
  const upsell = offer.copy?.upsellText ?? "";
  const sender = submitQueue(collector, publicKey, kept);
  let words = { thanks: "", leadsTo: settings.redirectUrl };

  function remember(change: Partial<StoredResponse>): void {
    Object.assign(kept, change);
    storeResponse(publicKey, kept);
  }
  async function end(taken: Taken, outcome: Outcome): Promise<void> {
    storeDone(publicKey, kept);
    notifyParent({ offergraph: "done", formVariantId: kept.formVariantId });
    if (outcome === "SKIPPED" && !taken.grants.some(isShown)) notifyParent({ offergraph: "close" });
    const ending = { ...words, outcome, upsell: isPicker ? "" : upsell, isFramed: settings.isFramed };
    const isPromised = offer.rewards?.some((reward) => reward.outcome === outcome) ?? false;
    const asksEmail = settings.asksEmail && settings.customer === undefined;
    await showEnding(taken, { ...ending, isPromised, asksEmail, server: collector, id: kept.id });
  }
  /** Sends the outcome. Returns the server's errors, or undefined if the response now has an outcome. */
  async function finish(outcome: Outcome, answers?: Answers): Promise<Taken | undefined> {
    remember({ outcome, ...(answers && { answers }) });
    announce(texts().sending);
    const trap = (part("trap") as HTMLInputElement).value || undefined;
    const taken = await sender.change({ outcome, trap, customer: settings.customer, ...(answers && { answers }) });
    announce("");
    // Another tab may already have sent a different outcome.
    if (taken.userErrors.length === 0 || taken.status !== "INCOMPLETE") {
      await end(taken, taken.status === "INCOMPLETE" ? outcome : taken.status);
      return undefined;
    }
    remember({ outcome: undefined });
    return taken;
  }

  remember({});
  const started = sender.start();
  // Another tab may have finished the response, or the server's last reply was lost.
  const isOver = started.then(async (taken) => {
    if (taken.status === "INCOMPLETE") return false;
    await end(taken, taken.status);
    return true;
  });
  isOver.catch(refused);
  if (kept.outcome) {
    if (await isOver) return;
    if (!(await finish(kept.outcome, kept.outcome === "COMPLETE" ? kept.answers : undefined))) return;
  }
  const survey = showSurvey(offer.form.model, settings.locale, kept, {
    changed(given, valid, page) {
      remember({ answers: given, page });
      sender.changed(valid);
    },
    async checked(answers, isLast) {
      words = { thanks: thanksOf(survey), leadsTo: words.leadsTo ?? (survey.getNavigateToUrl() || null) };
      const taken = isLast ? finish("COMPLETE", answers) : Promise.race([sender.change({ answers }), accepted()]);
      return taken.catch((error: unknown) => void refused(error));
    },
  });
  collector.view(kept.formVariantId);
  showNote([offer.copy?.tierNoteText, isPicker && upsell].filter(Boolean).join(" "));
  part("skip").addEventListener("click", () => void finish("SKIPPED").catch(refused));
  window.addEventListener("pagehide", () => {
    // Some SurveyJS questions report a new value only when the input loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    sender.flush();
  });
  document.addEventListener("visibilitychange", () => sender.flush());
}

/** After a timeout, lets the visitor continue without the server's validation. The server validates the answers again at the end. */
const accepted = (): Promise<Taken> =>
  new Promise((resolve) => setTimeout(() => resolve({ status: "INCOMPLETE", grants: [], userErrors: [] }), validationTimeoutMs));
