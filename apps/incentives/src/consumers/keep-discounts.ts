import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, isCodeDeleted, isCodeWritten, referenceFields } from "@offergraph/service/replicas/replica-events";
import {
  connectionAdded,
  connectionRemoved,
  connectionUpdated,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { endGrantsOf, keepCodesDeleted, restoreGrantsOf } from "../db/code-ends.js";
import { keepCodeStates } from "../db/code-states.js";
import { queueChecksOfCodes, queueChecksOfConnections } from "../db/incentive-checks.js";
import { defineConsumer } from "../tx.js";

type CodeWritten = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/** Replicates store connections and discount codes. Schedules tasks that end or restore the grants of changed codes. */
export const keepDiscounts = defineConsumer({
  name: "keep-discounts",
  events: [connectionAdded, connectionUpdated, connectionRemoved, discountCodeCreated, discountCodeUpdated, discountCodeDeleted],
  emits: [],
  keeps: keepsOf(discountCodeUpdated, [
    ...referenceFields,
    ...(["status", "startAt", "endsAt", "usageLimit", "isExhausted", "isPoolEmpty", "isPoolLow", "placements"] as const),
  ]),
  async handleBatch(tx, batch) {
    await applyReplicaEvents(tx, batch);
    const written = batch.filter(isCodeWritten);
    const deleted = batch.filter(isCodeDeleted).map(idAndTime);
    const states = written.map(({ data }) => data);
    if (states.length > 0) await keepCodeStates(tx, states);
    if (deleted.length > 0) await keepCodesDeleted(tx, deleted);
    // Outdated events have no effect, because only the stored state of the code counts.
    const isOver = ({ data }: CodeWritten) => data.status === "EXPIRED";
    const over = [...written.filter(isOver).map(idAndTime), ...deleted].map(({ rowId }) => rowId);
    const usable = written.filter((event) => !isOver(event)).map(idAndTime);
    if (over.length > 0) await endGrantsOf(tx, over);
    if (usable.length > 0) await restoreGrantsOf(tx, usable);
    const ids = [...over, ...usable.map(({ rowId }) => rowId)];
    if (ids.length > 0) await queueChecksOfCodes(tx, ids);
    const removed = batch.flatMap(({ type, data }) => (type === connectionRemoved.subject ? [data.rowId] : []));
    if (removed.length > 0) await queueChecksOfConnections(tx, removed);
  },
});

const idAndTime = ({ data, time }: CodeWritten | CodeDeleted) => ({ rowId: data.rowId, at: time });
