import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { type BegunResponse, begunStatus, type CollectedRow, insertResponse, readAsked } from "../../db/collected.js";
import type { OfferedRow } from "../../db/offered.js";
import type { VariantRow } from "../../db/rows.js";
import type { CollectDeps } from "../../deps.js";
import { isOpen, placementFor } from "../../domain/access-key.js";
import { responseStatuses, valueOfRank } from "../../domain/ranks.js";
import { attribute } from "../../services/responses/attribution.js";
import { customerOf } from "../../services/responses/customer.js";
import { mergedAnswers } from "../../services/responses/merged-answers.js";
import { expectsVerification, verifyCustomer } from "../../services/responses/verify-customer.js";
import { shortLinkClick } from "../../services/short-links/click-id.js";
import { answerJson, answerUserErrors } from "./answer.js";
import { refuseRepeat } from "./answered.js";
import { readStart, type Start } from "./body.js";
import { type LoadedPlacement, loadPlacement } from "./load-placement.js";
import { takenId } from "./refusals.js";
import { isFromServer } from "./server-signature.js";

/** POST /v1/collect/{publicKey}/responses: starts a response. The client generates its id, which makes retries safe. */
export async function startResponse(collecting: CollectDeps, visit: PublicRequest): Promise<RouteAnswer> {
  const now = collecting.clock.now();
  const offered = await loadPlacement(collecting, visit, now);
  const { asked } = offered;
  const { body, bytes, violations } = await readStart(visit);
  if (violations.any) return answerUserErrors(violations.list);

  const given = await givenForm(collecting, offered, body, now);
  if (!given)
    violations.add(
      ["formVariantId"],
      "NOT_FOUND",
      "Unknown form version for this public key. Use the formVariantId that GET /v1/collect/{publicKey} returned.",
    );
  const answers = mergedAnswers({}, body.answers ?? {});
  const { workspaceId } = asked;
  if (given) await collecting.surveys.checkAnswers({ workspaceId, variant: given.variant, answers, ends: false }, ["answers"], violations);
  const signing = { workspaceId, placementId: asked.placementId, now };
  const serverSigned = await isFromServer(collecting, visit, { ...signing, body: bytes });
  const isVerified = await verifyCustomer(collecting, signing, body.customer, violations);
  if (violations.has(["customer"])) return answerUserErrors(violations.list);
  const id = body.id.toLowerCase();
  const read = collecting.readIn(workspaceId);
  if (given) await refuseRepeat(read, given.placement, { formId: given.placement.formId, visitorId: body.visitorId, rowId: id });
  const begunBefore = async () => (await readAsked(read, asked.placementId, id))?.response;
  if (!given || violations.any) {
    // A retry of an accepted start succeeds even if the visitor's form has changed since.
    const there = await begunBefore();
    return there?.visitorId === body.visitorId ? answerStarted(there) : answerUserErrors(violations.list);
  }
  // The address of a shop's server says nothing about the visitor's network.
  const networkHash = serverSigned ? null : collecting.networkHash(workspaceId, visit.address);
  const response: BegunResponse = {
    rowId: id,
    ...whereFrom(collecting, asked, given, body),
    ...(body.customer ? customerOf(workspaceId, body.customer, isVerified) : nobody),
    verificationExpected: expectsVerification(asked),
    ...(await attribute(collecting.referencesOf(workspaceId), { discountCode: body.discountCode ?? null, partner: body.partner ?? null })),
    answers,
    networkHash,
    deviceHash: collecting.deviceHash(workspaceId, networkHash, visit.request.headers),
    serverSigned,
    honeypotFilled: body.trap == null ? null : body.trap !== "",
  };
  if (await insertResponse(read, workspaceId, now, response)) {
    visit.log.info({ operation: "start_response", workspaceId, recordIds: [id] }, "written");
    return answerStarted({ rowId: id, status: begunStatus });
  }
  const there = await begunBefore();
  // Does not reveal the other visitor's response.
  if (there?.visitorId !== body.visitorId) throw takenId();
  return answerStarted(there);
}

const answerStarted = ({ rowId: id, status }: Pick<CollectedRow, "rowId" | "status">) =>
  answerJson(201, { id, status: valueOfRank(responseStatuses, status) });

const nobody = { customerId: null, customerRef: null, customerName: null, customerEmail: null, customerVerified: false };

interface Given {
  placement: OfferedRow;
  variant: VariantRow;
}

/** Returns the form and version to answer: the requested version if this key may serve its form, else the version that the visitor would get now. */
async function givenForm(collecting: CollectDeps, { asked, others }: LoadedPlacement, body: Start, now: Date): Promise<Given | undefined> {
  const chosen = placementFor(body.visitorId, asked, others, now);
  const id = body.formVariantId?.toLowerCase() ?? chosen.publishedVariantId;
  const variant = id === null ? undefined : await collecting.variant(asked.workspaceId, id);
  const placement = [chosen, asked, ...others].find(({ formId }) => formId === variant?.formId);
  return variant && placement && isOpen(placement, now) ? { placement, variant } : undefined;
}

/** Returns the origin fields of a new response: placement, channel, click and visitor. */
function whereFrom({ clickIds }: CollectDeps, asked: OfferedRow, { placement, variant }: Given, body: Start) {
  const { clickId = null, clickIdKind = null, originRef = null, sessionId = null, visitorId } = body;
  const isOurs = clickId !== null && asked.shortLinkId !== null && clickIds.isOf(clickId, asked.shortLinkId);
  return {
    formId: placement.formId,
    formVariantId: variant.rowId,
    formPlacementId: placement.placementId,
    askedPlacementId: asked.placementId,
    channelId: placement.channelId,
    connectionId: placement.connectionId,
    clickId,
    // Clients cannot claim a click on a short link: its id must verify.
    clickIdKind: isOurs ? shortLinkClick : clickIdKind === shortLinkClick ? null : clickIdKind,
    shortLinkId: isOurs ? asked.shortLinkId : null,
    originRef,
    sessionId,
    visitorId,
  };
}
