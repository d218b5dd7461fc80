import type { Violations } from "@offergraph/shared/errors/user-error";
import { type CollectedRow, insertResponse, type NewResponse, readRequested, startedStatus } from "../../db/responses.js";
import type { ServedPlacement } from "../../db/served-placements.js";
import type { FormsDeps } from "../../deps.js";
import { mergedAnswers, type Start } from "../../domain/collect-body.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { isFromServer, type SignedRequest } from "../secrets/placement-secrets.js";
import { shortLinkClick } from "../short-links/short-links.js";
import { attribute } from "./attribution.js";
import { customerOf, expectsVerification, verifyCustomer } from "./customer.js";
import { givenForm, unknownVersion } from "./given-form.js";
import { type LoadedPlacement, refuseRepeat } from "./load-placement.js";
import type { VisitorRequest } from "./visitor-request.js";

/** Starts a response with the id that the client generated. A retry of an accepted request succeeds, even if the rotation has changed. */
export async function startResponse(
  deps: FormsDeps,
  request: VisitorRequest,
  offered: LoadedPlacement,
  body: Start,
  signed: SignedRequest,
  violations: Violations,
): Promise<Pick<CollectedRow, "rowId" | "status"> | undefined> {
  const now = deps.clock.now();
  const { asked } = offered;
  const { workspaceId, placementId } = asked;
  const given = await givenForm(deps, offered, body, now);
  if (!given) violations.add(["formVariantId"], "NOT_FOUND", unknownVersion);
  const answers = mergedAnswers({}, body.answers ?? {});
  if (given) await deps.surveys.checkAnswers({ workspaceId, variant: given.variant, answers, ends: false }, ["answers"], violations);
  const signing = { workspaceId, placementId, now };
  const serverSigned = await isFromServer(deps, signing, signed);
  const isVerified = await verifyCustomer(deps, signing, body.customer, violations);
  if (violations.has(["customer"])) return undefined;
  const id = body.id.toLowerCase();
  const read = deps.readerOf(workspaceId);
  if (given) await refuseRepeat(read, given.placement, { formId: given.placement.formId, visitorId: body.visitorId, rowId: id });
  const startedBefore = async () => {
    const there = (await readRequested(read, { placementId, publicKey: request.publicKey }, id))?.response;
    return there?.visitorId === body.visitorId ? there : undefined;
  };
  if (!given || violations.any) return startedBefore();
  // If the shop's server sends the request, the request has the server's address and not the visitor's address.
  const networkHash = serverSigned ? null : deps.networkHash(workspaceId, request.address);
  const response: NewResponse = {
    rowId: id,
    ...origin(deps, asked, given, body),
    ...(body.customer ? customerOf(workspaceId, body.customer, isVerified) : nobody),
    verificationExpected: expectsVerification(asked),
    ...(await attribute(deps.referencesOf(workspaceId), body.discountCode ?? null, body.partner ?? null)),
    answers,
    networkHash,
    deviceHash: deps.deviceHash(workspaceId, networkHash, request),
    serverSigned,
    honeypotFilled: body.trap == null ? null : body.trap !== "",
  };
  if (await insertResponse(deps.database.autocommit({ workspaceId, now }), response)) {
    request.log.info({ operation: "start_response", workspaceId, recordIds: [id] }, "written");
    return { rowId: id, status: startedStatus };
  }
  const there = await startedBefore();
  // The id belongs to another visitor's response. The error must not reveal anything about the other visitor's response.
  if (!there) throw new VisitorError("RESPONSE_ID_TAKEN");
  return there;
}

const nobody = { customerId: null, customerRef: null, customerName: null, customerEmail: null, customerVerified: false };

type Given = NonNullable<Awaited<ReturnType<typeof givenForm>>>;

function origin({ clickIds }: FormsDeps, asked: ServedPlacement, { placement, variant }: Given, body: Start) {
  const { clickId = null, clickIdKind = null, originRef = null, sessionId = null, visitorId } = body;
  const isOurs = clickId !== null && asked.shortLinkId !== null && clickIds.isOf(clickId, asked.shortLinkId);
  return {
    formId: placement.formId,
    formVariantId: variant.rowId,
    formPlacementId: placement.placementId,
    entryPlacementId: asked.placementId,
    channelId: placement.channelId,
    connectionId: placement.connectionId,
    clickId,
    // Accepts only click ids that this service created, because clients may send any id.
    clickIdKind: isOurs ? shortLinkClick : clickIdKind === shortLinkClick ? null : clickIdKind,
    shortLinkId: isOurs ? asked.shortLinkId : null,
    originRef,
    sessionId,
    visitorId,
  };
}
