import { answering } from "./answering.js";
import { type Collector, collector, Refused } from "./collect.js";
import { showEnding } from "./ending.js";
import { closeOnEscape, fitFrame, tellParent } from "./frame.js";
import { doneResponse, forgetDone, keptResponse } from "./kept-response.js";
import { readSettings, type Settings } from "./settings.js";
import { element, showInstead, showTrouble, tell } from "./view.js";

/** Shows the form, or what became of the response that this visit has sent already. */
async function open(settings: Settings): Promise<void> {
  const server = collector(settings, showTrouble);
  if (await showDone(settings, server)) return;
  const offer = await server.offer();
  await seen();
  const kept = keptResponse(settings.publicKey, offer.form.formVariantId, settings.visitorId, settings.customer?.ref);
  await answering({ settings, collector: server, offer, kept, refused: showRefused });
}

/** What became of the response that was done in this visit; false when there was none, or it is gone. */
async function showDone({ publicKey, isFramed, customer }: Settings, server: Collector): Promise<boolean> {
  const done = doneResponse(publicKey, customer?.ref);
  if (done === null) return false;
  const taken = await server.read(done).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
  if (!taken || taken.status === "INCOMPLETE") {
    forgetDone(publicKey);
    return false;
  }
  const said = { outcome: taken.status, thanks: "", upsell: "", leadsTo: null, isFramed, isPromised: false };
  await showEnding(taken, { ...said, again: () => server.read(done) });
  return true;
}

/** Resolves once the page is looked at: a tab that is opened behind the others starts no response. */
function seen(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

function showRefused(error: unknown): void {
  tell("");
  if (error instanceof Refused && error.code === "ALREADY_ANSWERED") {
    tellParent({ offergraph: "done", formVariantId: "" });
    showInstead("You have already answered", element("p", "Thank you: this form takes one response from each visitor."));
    return;
  }
  if (error instanceof Refused && (error.status === 404 || error.status === 410)) {
    showInstead("This form is closed", element("p", "It takes no answers now. If you came by a link, ask whoever sent it for a new one."));
    return;
  }
  showInstead("This did not work", element("p", "Something went wrong, and we are sorry for it. Please load the page again."));
  throw error;
}

closeOnEscape();
fitFrame();
const settings = readSettings();
tellParent({ offergraph: "ready", position: settings.position ?? undefined });
open(settings).catch(showRefused);
