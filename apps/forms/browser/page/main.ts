import { answering } from "./answering.js";
import { type Collector, collector, Refused } from "./collect.js";
import { showEnding } from "./ending.js";
import { texts, useLanguage } from "./language.js";
import { showPreview } from "./preview.js";
import { readSettings, type Settings, withVisitor } from "./settings.js";
import { clearDone, doneResponse, storedResponse } from "./stored-response.js";
import { announce, closeOnEscape, element, fitFrame, notifyParent, setContact, showInstead, showTrouble } from "./view.js";

async function open(settings: Settings): Promise<void> {
  const server = collector(settings, showTrouble);
  await useLanguage(document.documentElement.lang, settings.assets);
  if (await showDone(settings, server)) return;
  const offer = await server.offer();
  // The chosen form may have another language than the server-rendered page.
  const { locale, logo } = offer.form.model;
  await useLanguage(typeof locale === "string" ? locale : settings.locale, settings.assets);
  if (logo) document.getElementById("logo")?.remove();
  await seen();
  const kept = storedResponse(settings.publicKey, offer.form.formVariantId, settings.visitorId, settings.customer?.ref);
  await answering({ settings, collector: server, offer, kept, refused: showRefused });
}

/** Shows the result of the response that the visitor finished in this visit. Returns false if the visitor has not finished a response. */
async function showDone({ publicKey, isFramed, asksEmail, customer }: Settings, server: Collector): Promise<boolean> {
  const done = doneResponse(publicKey, customer?.ref);
  if (done === null) return false;
  const taken = await server.read(done).catch((error: unknown) => {
    if (error instanceof Refused && error.status === 404) return undefined;
    throw error;
  });
  if (!taken || taken.status === "INCOMPLETE") {
    clearDone(publicKey);
    return false;
  }
  const said = { outcome: taken.status, thanks: "", upsell: "", leadsTo: null, isFramed, isPromised: false };
  await showEnding(taken, { ...said, asksEmail: asksEmail && customer === undefined, server, id: done });
  return true;
}

/** Resolves when the page is visible, so that a background tab does not start a response. */
function seen(): Promise<void> {
  if (document.visibilityState === "visible") return Promise.resolve();
  return new Promise((resolve) => document.addEventListener("visibilitychange", () => resolve(), { once: true }));
}

function showRefused(error: unknown): void {
  announce("");
  const { answeredTitle, answeredBody, closedTitle, closedBody, errorTitle, errorBody } = texts();
  if (error instanceof Refused && error.code === "ALREADY_ANSWERED") {
    notifyParent({ offergraph: "done", formVariantId: "" });
    showInstead(answeredTitle, element("p", answeredBody));
  } else if (error instanceof Refused && (error.status === 404 || error.status === 410)) {
    showInstead(closedTitle, element("p", closedBody));
  } else {
    showInstead(errorTitle, element("p", errorBody));
    throw error;
  }
}

const settings = readSettings();
setContact(settings.supportEmail);
if ("model" in settings) showPreview(settings).catch(showRefused);
else {
  closeOnEscape();
  fitFrame();
  notifyParent({ offergraph: "ready", position: settings.position ?? undefined, ...settings.dialog });
  open(withVisitor(settings)).catch(showRefused);
}
