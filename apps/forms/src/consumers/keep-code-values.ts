import { readIn } from "@offergraph/service/db/write";
import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { forgetCodes, keepCodeValuesOf } from "../db/keep-code-values.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Events that carry the value and validity of discount codes. */
export const codeValueEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type CodeEvent = EventOf<(typeof codeValueEvents)[number]>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/** The replicated fields of a discount code. */
export const codeValueKeeps = keepsOf(discountCodeUpdated, ["valueKind", "valuePercent", "valueAmount", "status", "startAt", "endsAt"]);

/**
 * Replicates values of discount codes, for the labels of rewards, and their validity, since expired codes are not promised. Each event
 * must concern a different code.
 */
export async function keepCodeValues(transaction: Prisma.TransactionClient, events: readonly CodeEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId };
  const written = events.flatMap((event) => (isDeleted(event) ? [] : event.data));
  if (written.length > 0) await keepCodeValuesOf(keeping, written);
  const deleted = events.filter(isDeleted).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
  if (deleted.length > 0) await forgetCodes(keeping, deleted);
}

const isDeleted = (event: CodeEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
