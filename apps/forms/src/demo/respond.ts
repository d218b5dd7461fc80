import type { Logger } from "@offergraph/shared/log/logger";
import type { CollectDeps } from "../deps.js";
import { changeResponse } from "../http/collect/change-response.js";
import { getForm } from "../http/collect/get-form.js";
import { startResponse } from "../http/collect/start-response.js";
import { follow } from "../http/short-links/follow.js";
import { shortLinkClick } from "../services/short-links/click-id.js";
import { longModel } from "./models.js";
import type { ResponseSketch } from "./responses.js";
import { saidOf, visitOf } from "./visit.js";

interface Responding {
  collecting: CollectDeps;
  log: Logger;
  /** Time of seeding. */
  now: Date;
  /** Placement through which the response comes. */
  placement: { publicKey: string; shortLinkCode: string };
}

interface Offer {
  form: { formVariantId: string; model: { pages: { elements: { name: string }[] }[] } };
}

/**
 * Simulates a response in the past as a page would send it: gets the form (only on the website, where the rotation applies), starts the
 * response, and ends it unless the visitor abandons it.
 */
export async function respond({ collecting, log, now, placement }: Responding, id: string, sketch: ResponseSketch): Promise<void> {
  const { visitorId, address, userAgent, customer, discountCode, partner, outcome, trap, seconds } = sketch;
  const begin = now.getTime() - sketch.minutesAgo * 60_000;
  const at = (second: number): CollectDeps => ({ ...collecting, clock: { now: () => new Date(begin + second * 1000) } });
  const visit = (more: { params?: Record<string, string>; query?: Record<string, string>; body?: object }) =>
    visitOf({ address, userAgent, ...more, params: { publicKey: placement.publicKey, ...more.params } }, log);

  const click = sketch.byShortLink ? await clickOf(at(0), visit({ params: { code: placement.shortLinkCode } })) : undefined;
  const mayBeAnother = sketch.channel === "Website";
  const offer = mayBeAnother ? saidOf<Offer>(await getForm(at(0), visit({ query: { visitorId } }))) : undefined;
  const { formVariantId, model } = offer?.form ?? { model: longModel };
  const who = { visitorId, sessionId: `session-${sketch.number}`, customer, discountCode, partner };
  saidOf(await startResponse(at(0), visit({ body: { id, ...who, ...click, formVariantId, trap } })));
  // A declined response has no answers; an abandoned one has those of the first page.
  const [first] = model.pages;
  const asked = outcome === "COMPLETE" ? model.pages : outcome === "SKIPPED" || !first ? [] : [first];
  const body = { answers: answersOf(sketch, asked), outcome };
  saidOf(await changeResponse(at(seconds), visit({ params: { id }, body })));
}

async function clickOf(collecting: CollectDeps, visit: Parameters<typeof follow>[1]) {
  const { headers } = await follow(collecting, visit);
  const clickId = new URL(headers?.location ?? "").searchParams.get("click");
  return { clickId, clickIdKind: shortLinkClick };
}

/** Answers to the questions of these pages. */
function answersOf({ voice, number }: ResponseSketch, pages: Offer["form"]["model"]["pages"]): Record<string, unknown> {
  const all: Record<string, unknown> = { ...voice, again: voice.stars > 2 + (number % 2) };
  const names = pages.flatMap(({ elements }) => elements.map(({ name }) => name));
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}
