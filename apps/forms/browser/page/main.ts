import { answering } from "./answering.js";
import { collector, Refused } from "./collect.js";
import { showEnding } from "./ending.js";
import { closeOnEscape, tellHeight, tellParent } from "./frame.js";
import { doneResponse, keptResponse } from "./kept-response.js";
import { readSettings, type Settings } from "./settings.js";
import { element, showInstead, showTrouble } from "./view.js";

/** Shows the form, or what became of the response that this visit has sent already. */
async function open(settings: Settings): Promise<void> {
  const server = collector(settings, showTrouble);
  const done = doneResponse(settings.publicKey);
  if (done !== null) {
    const taken = await server.read(done);
    const outcome = taken.status === "SKIPPED" ? "SKIPPED" : "COMPLETE";
    return showEnding(taken, {
      outcome,
      thanks: "",
      upsell: "",
      settings: { ...settings, redirectUrl: null },
      again: () => server.read(done),
    });
  }
  const offer = await server.offer();
  const { formVariantId, model } = offer.form;
  if (typeof model.title === "string" && model.title) document.title = model.title;
  if (typeof model.locale === "string") document.documentElement.lang = model.locale;
  await seen();
  await answering({ settings, collector: server, offer, kept: keptResponse(settings.publicKey, formVariantId), refused: showRefused });
}

/** Resolves once the page is looked at: a tab that is opened behind the others starts no response. */
function seen(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

function showRefused(error: unknown): void {
  const words =
    error instanceof Refused && error.status === 409
      ? "Your answers have arrived already. Thank you!"
      : "It does not take answers any more. If you came by a link, ask whoever sent it for a new one.";
  showInstead(
    error instanceof Refused && error.status === 409 ? "You have answered this form" : "This form is closed",
    element("p", words),
  );
  if (!(error instanceof Refused)) throw error;
}

closeOnEscape();
tellHeight();
const settings = readSettings();
tellParent({ offergraph: "ready", position: settings.position ?? undefined });
open(settings).catch(showRefused);
