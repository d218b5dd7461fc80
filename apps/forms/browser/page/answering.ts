import type { Answers, Collector, Offer, Outcome, Taken } from "./collect.js";
import { showEnding } from "./ending.js";
import { tellParent } from "./frame.js";
import { type KeptResponse, keep, keepDone } from "./kept-response.js";
import { sending } from "./sending.js";
import type { Settings } from "./settings.js";
import { showSurvey } from "./survey.js";
import { part } from "./view.js";

interface Answering {
  settings: Settings;
  collector: Collector;
  offer: Offer;
  kept: KeptResponse;
  /** Ends it all: the server takes no answers. */
  refused(error: unknown): void;
}

/** Carries one response from the first sight of the form to its outcome. */
export async function answering({ settings, collector, offer, kept, refused }: Answering): Promise<void> {
  const { publicKey } = settings;
  const sender = sending(collector, kept.id);
  let thanks = "";

  function remember(change: Partial<KeptResponse>): void {
    Object.assign(kept, change);
    keep(publicKey, kept);
  }
  async function end(taken: Taken, outcome: Outcome): Promise<void> {
    keepDone(publicKey, kept.id);
    tellParent({ offergraph: "done", formVariantId: kept.formVariantId });
    if (outcome === "SKIPPED") tellParent({ offergraph: "close" });
    const upsell = offer.copy?.upsellText ?? "";
    await showEnding(taken, { outcome, thanks, upsell, settings, again: () => collector.read(kept.id) });
  }
  async function finish(answers: Answers, outcome: Outcome): Promise<Taken | undefined> {
    remember({ answers, outcome });
    const taken = await sender.finish(answers, outcome);
    if (taken.userErrors.length === 0) {
      await end(taken, outcome);
      return undefined;
    }
    remember({ outcome: undefined });
    return taken;
  }

  remember({});
  const started = sender.start(kept.answers);
  started.catch(refused);
  if (kept.outcome) {
    const { status, grants } = await started;
    if (status !== "INCOMPLETE") return end({ status, grants, userErrors: [] }, status);
    if (!(await finish(kept.answers, kept.outcome))) return;
  }
  const survey = showSurvey(offer.form, kept, {
    changed(answers, page) {
      remember({ answers: survey.data as Answers, page });
      sender.changed(answers);
    },
    async checked(answers, isLast) {
      thanks = survey.processedCompletedHtml && survey.completedHtml ? survey.processedCompletedHtml : "";
      const taken = isLast ? finish(answers, "COMPLETE") : sender.save(answers);
      return taken.catch((error: unknown) => void refused(error));
    },
  });
  part("skip").addEventListener("click", () => void finish({}, "SKIPPED").catch(refused), { once: true });
  window.addEventListener("pagehide", () => sender.flush());
}
