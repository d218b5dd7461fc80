import { Violations } from "@offergraph/shared/errors/user-error";
import type { FormsDeps } from "../deps.js";
import { changeResponse } from "../services/responses/change-response.js";
import { formForVisitor } from "../services/responses/form-for-visitor.js";
import { loadPlacement } from "../services/responses/load-placement.js";
import { startResponse } from "../services/responses/start-response.js";
import type { VisitorRequest } from "../services/responses/visitor-request.js";
import { follow, shortLinkClick } from "../services/short-links/short-links.js";
import { countView } from "../services/views/count-view.js";
import { longModel } from "./models.js";
import type { ResponseSketch } from "./responses.js";

interface Responding {
  deps: FormsDeps;
  now: Date;
  placement: { publicKey: string; shortLinkCode: string };
}

interface Model {
  pages: { elements: { name: string }[] }[];
}

const unsigned = { method: "", path: "", body: "" };

/**
 * Creates a response with a time in the past, with the same steps as a real page. On the website channel, the rotation first chooses a form
 * for the visitor.
 */
export async function respond({ deps, now, placement }: Responding, id: string, sketch: ResponseSketch): Promise<void> {
  const { visitorId, address, userAgent, customer, discountCode, partner, outcome, trap, seconds } = sketch;
  const begin = now.getTime() - sketch.minutesAgo * 60_000;
  const at = (second: number): FormsDeps => ({ ...deps, clock: { now: () => new Date(begin + second * 1000) } });
  const { publicKey, shortLinkCode } = placement;
  const request: VisitorRequest = { publicKey, address, userAgent, acceptLanguage: undefined, log: deps.log, admit: () => undefined };
  const started = at(0);

  const click = sketch.byShortLink && { clickId: (await follow(started, shortLinkCode, true)).clickId, clickIdKind: shortLinkClick };
  const loaded = await loadPlacement(started, request);
  const offer = sketch.channel === "Website" ? await formForVisitor(started, loaded, visitorId) : undefined;
  const who = { visitorId, sessionId: `session-${sketch.number}`, customer, discountCode, partner };
  const body = { id, ...who, ...click, formVariantId: offer?.form.formVariantId, trap };
  const violations = new Violations();
  await countView(started, loaded, body, violations);
  // Counts a second view if the visitor left without an outcome, because such visitors opened the form twice.
  if (!outcome) await countView(started, loaded, body, violations);
  await startResponse(started, request, loaded, body, unsigned, violations);
  assertNone(violations.list);
  // A declined response has no answers; an abandoned response has the answers of the first page.
  const { pages } = (offer?.form.model ?? longModel) as unknown as Model;
  const [first] = pages;
  const asked = outcome === "COMPLETE" ? pages : outcome === "SKIPPED" || !first ? [] : [first];
  const change = { answers: answersOf(sketch, asked), outcome };
  const read = async () => ({ body: change, signed: unsigned, violations: new Violations() });
  const { userErrors } = await changeResponse(at(seconds), request, id, read);
  assertNone(userErrors);
}

function assertNone(errors: readonly object[] = []): void {
  if (errors.length > 0) throw new Error(`A demo response was rejected: ${JSON.stringify(errors)}`);
}

function answersOf({ voice, number }: ResponseSketch, pages: Model["pages"]): Record<string, unknown> {
  const all: Record<string, unknown> = { ...voice, again: voice.stars > 2 + (number % 2) };
  const names = pages.flatMap(({ elements }) => elements.map(({ name }) => name));
  return Object.fromEntries(names.filter((name) => all[name] !== undefined).map((name) => [name, all[name]]));
}
