import { readIn } from "@offergraph/service/db/write";
import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, referenceFields } from "@offergraph/service/replicas/replica-events";
import type { Keeping } from "@offergraph/service/replicas/upsert";
import { legacySqlTx } from "@offergraph/service/tx/legacy";
import {
  connectionAdded,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { endGrantsOf, keepCodesDeleted, restoreGrantsOf } from "../db/code-ends.js";
import { keepCodeStates } from "../db/code-states.js";
import { noteChecksOfCodes } from "../db/incentive-checks.js";
import type { Prisma } from "../generated/prisma/client.js";

export const discountEvents = [connectionAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type DiscountEvent = EventOf<(typeof discountEvents)[number]>;
type CodeWritten = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

export const discountKeeps = keepsOf(discountCodeUpdated, [
  ...referenceFields,
  ...(["status", "startAt", "endsAt", "usageLimit", "isExhausted", "isPoolEmpty", "isPoolLow", "placements"] as const),
]);

/**
 * Stores ids and names of stores and discount codes, and schedules the end or restoration of grants of codes that ended or are usable again.
 * Expects at most one event per record.
 */
export async function keepDiscounts(transaction: Prisma.TransactionClient, events: readonly DiscountEvent[]): Promise<void> {
  const [first] = events;
  if (!first) return;
  await applyReplicaEvents(legacySqlTx(transaction, first.workspaceId), events);
  const keeping: Keeping = { read: (statement) => readIn(transaction, statement), workspaceId: first.workspaceId };
  const written = events.filter(isWritten);
  const deleted = events.filter(isDeleted).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
  if (written.length > 0)
    await keepCodeStates(
      keeping,
      written.map(({ data }) => data),
    );
  if (deleted.length > 0) await keepCodesDeleted(keeping, deleted);
  // Both read the stored codes, so an outdated event has no effect.
  const isOver = ({ data }: CodeWritten) => data.status === "EXPIRED";
  const over = [...written.filter(isOver).map(({ data }) => data.rowId), ...deleted.map(({ rowId }) => rowId)];
  const usable = written.filter((event) => !isOver(event)).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
  if (over.length > 0) await endGrantsOf(keeping, over);
  if (usable.length > 0) await restoreGrantsOf(keeping, usable);
  const ids = [...over, ...usable.map(({ rowId }) => rowId)];
  if (ids.length > 0) await noteChecksOfCodes(keeping, ids);
}

const isWritten = (event: DiscountEvent): event is CodeWritten =>
  event.type === discountCodeCreated.subject || event.type === discountCodeUpdated.subject;
const isDeleted = (event: DiscountEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
