import type { formResponseCompleted } from "@offergraph/shared/contracts/events/forms";
import { newId } from "@offergraph/shared/time/ids";
import type { z } from "zod";

export type ResponseEvent = z.infer<typeof formResponseCompleted.data>;

/** Returns the event data of a completed response without a customer. */
export function responseOf(changes: Partial<ResponseEvent> = {}): ResponseEvent {
  return {
    rowId: newId(),
    createdAt: "2026-05-01T09:59:00.000Z",
    completedAt: "2026-05-01T10:00:00.000Z",
    status: "COMPLETE",
    formId: newId(),
    formVariantId: newId(),
    formPlacementId: null,
    channelId: null,
    connectionId: null,
    customerId: null,
    customerRef: null,
    customerName: null,
    customerEmail: null,
    customerVerified: false,
    verificationExpected: false,
    discountCodeId: null,
    partnerId: null,
    clickId: null,
    clickIdKind: null,
    shortLinkId: null,
    originRef: null,
    sessionId: null,
    visitorId: "visitor",
    trustScore: 1,
    trustReasons: [],
    trustVersion: 1,
    ...changes,
  };
}
