import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, referenceEvents, referenceFields } from "@offergraph/service/replicas/replica-events";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  grantCodeIssued,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { readKnownCodes } from "../db/known-codes.js";
import { dbOf } from "../db/tx.js";
import type { Prisma } from "../generated/prisma/client.js";
import { addMintedCode, type CodeEvent, followCodes } from "../services/attribution/follow-codes.js";

export const discountEvents = [...referenceEvents, grantCodeIssued] as const;

type DiscountEvent = EventOf<(typeof discountEvents)[number]>;

const codeEvents: readonly string[] = [discountCodeCreated.subject, discountCodeUpdated.subject, discountCodeDeleted.subject];

export const discountKeeps = keepsOf(discountCodeUpdated, [...referenceFields, "publicTier"]);

/** Skips SHARED and POOL codes of grants: their names are known already. */
export function concernsOrders(event: DiscountEvent): boolean {
  return event.type !== grantCodeIssued.subject || event.data.delivery === "UNIQUE";
}

/**
 * Stores what attribution and filters need of connections, partners, discount codes and codes minted for grants. Expects at most one event
 * per record.
 */
export async function keepDiscounts(transaction: Prisma.TransactionClient, events: readonly DiscountEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const tx = dbOf(transaction, first.workspaceId, first.time);
  const codes = events.filter(isOfCode);
  const before = await readKnownCodes(
    tx,
    codes.map(({ data }) => data.rowId),
  );
  await applyReplicaEvents(
    tx,
    events.filter((event) => event.type !== grantCodeIssued.subject),
  );
  if (codes.length > 0) await followCodes(tx, codes, before);
  for (const event of events) if (event.type === grantCodeIssued.subject) await addMintedCode(tx, event.data);
}

const isOfCode = (event: DiscountEvent): event is CodeEvent => codeEvents.includes(event.type);
