import {
  connectionAdded,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { type PrismaTransaction, readIn } from "../db/write.js";
import { keepsOf } from "../messaging/kept-fields.js";
import { type Keeping, tombstoneDiscountCodes, upsertConnection, upsertDiscountCodes, upsertPartner } from "./upsert.js";

/** Events that update the local replica of discounts' records. */
export const referenceEvents = [connectionAdded, partnerAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

export type ReferenceEvent = EventOf<(typeof referenceEvents)[number]>;
type CodeWritten = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/** Replicated fields of a discount code. */
export const referenceFields = ["code", "aliasedCodes", "partnerId"] as const;
export const replicaKeeps = keepsOf(discountCodeUpdated, referenceFields);

/** Updates the local replica of discounts' records. Each event must be of another record. */
export async function applyReplicaEvents(transaction: PrismaTransaction, events: readonly ReferenceEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId };
  for (const { type, data } of events) {
    if (type === connectionAdded.subject) await upsertConnection(keeping, data);
    else if (type === partnerAdded.subject) await upsertPartner(keeping, data);
  }
  const written = events.filter(isWritten).map(({ data }) => ({ ...data, aliases: data.aliasedCodes.map(({ code }) => code) }));
  if (written.length > 0) await upsertDiscountCodes(keeping, written, "event");
  const deleted = events.filter(isDeleted).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
  if (deleted.length > 0) await tombstoneDiscountCodes(keeping, deleted);
}

const isWritten = (event: ReferenceEvent): event is CodeWritten =>
  event.type === discountCodeCreated.subject || event.type === discountCodeUpdated.subject;
const isDeleted = (event: ReferenceEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
