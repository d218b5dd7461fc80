import { readIn } from "@offergraph/shared/database/write";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/events/catalog/discounts";
import { keepsOf } from "@offergraph/shared/events/kept-fields";
import type { EventOf } from "@offergraph/shared/events/parse-event";
import type { Keeping } from "@offergraph/shared/references/upsert";
import { forgetCodes, keepCodeValuesOf } from "../../data/keep-code-values.js";
import type { Prisma } from "../../generated/prisma/client.js";

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
