import {
  connectionAdded,
  connectionRemoved,
  connectionUpdated,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
  partnerDeleted,
  partnerUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { keepsOf } from "../messaging/kept-fields.js";
import type { SqlTx } from "../tx/tx.js";
import {
  tombstoneConnection,
  tombstoneDiscountCodes,
  tombstonePartner,
  updateConnection,
  upsertConnection,
  upsertDiscountCodes,
  upsertPartner,
} from "./upsert.js";

/** Events that update the local copies of the discounts service's records. */
export const referenceEvents = [
  ...[connectionAdded, connectionUpdated, connectionRemoved],
  ...[partnerAdded, partnerUpdated, partnerDeleted],
  ...[discountCodeCreated, discountCodeUpdated, discountCodeDeleted],
] as const;

export type ReferenceEvent = EventOf<(typeof referenceEvents)[number]>;
type CodeWritten = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/** Fields of a discount code that the local copy contains. */
export const referenceFields = ["code", "aliasedCodes", "partnerId"] as const;
export const replicaKeeps = keepsOf(discountCodeUpdated, referenceFields);

/** Updates the local copies of the discounts service's records. Each event must belong to a different record. */
export async function applyReplicaEvents(tx: SqlTx, events: readonly ReferenceEvent[]): Promise<void> {
  for (const { type, data, time } of events) {
    if (type === connectionAdded.subject) await upsertConnection(tx, data);
    else if (type === connectionUpdated.subject) await updateConnection(tx, data);
    else if (type === connectionRemoved.subject) await tombstoneConnection(tx, data);
    else if (type === partnerAdded.subject || type === partnerUpdated.subject) await upsertPartner(tx, data, "event");
    else if (type === partnerDeleted.subject) await tombstonePartner(tx, data, time);
  }
  const written = events.filter(isCodeWritten).map(({ data }) => ({ ...data, aliases: data.aliasedCodes.map(({ code }) => code) }));
  if (written.length > 0) await upsertDiscountCodes(tx, written, "event");
  const deleted = events.filter(isCodeDeleted).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
  if (deleted.length > 0) await tombstoneDiscountCodes(tx, deleted);
}

export const isCodeWritten = (event: ReferenceEvent): event is CodeWritten =>
  event.type === discountCodeCreated.subject || event.type === discountCodeUpdated.subject;
export const isCodeDeleted = (event: ReferenceEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
