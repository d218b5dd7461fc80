import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { applyReplicaEvents, referenceFields } from "@offergraph/service/replicas/replica-events";
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
import { defineConsumer } from "../tx.js";

const events = [connectionAdded, discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type DiscountEvent = EventOf<(typeof events)[number]>;
type CodeWritten = EventOf<typeof discountCodeCreated | typeof discountCodeUpdated>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/**
 * Stores ids and names of stores and discount codes, and schedules the end or restoration of grants of codes that ended or are usable again.
 */
export const keepDiscounts = defineConsumer({
  name: "keep-discounts",
  events,
  emits: [],
  keeps: keepsOf(discountCodeUpdated, [
    ...referenceFields,
    ...(["status", "startAt", "endsAt", "usageLimit", "isExhausted", "isPoolEmpty", "isPoolLow", "placements"] as const),
  ]),
  async handleBatch(tx, batch) {
    await applyReplicaEvents(tx, batch);
    const written = batch.filter(isWritten);
    const deleted = batch.filter(isDeleted).map(idAndTime);
    const states = written.map(({ data }) => data);
    if (states.length > 0) await keepCodeStates(tx, states);
    if (deleted.length > 0) await keepCodesDeleted(tx, deleted);
    // Both read the stored codes, so an outdated event has no effect.
    const isOver = ({ data }: CodeWritten) => data.status === "EXPIRED";
    const over = [...written.filter(isOver).map(idAndTime), ...deleted].map(({ rowId }) => rowId);
    const usable = written.filter((event) => !isOver(event)).map(idAndTime);
    if (over.length > 0) await endGrantsOf(tx, over);
    if (usable.length > 0) await restoreGrantsOf(tx, usable);
    const ids = [...over, ...usable.map(({ rowId }) => rowId)];
    if (ids.length > 0) await noteChecksOfCodes(tx, ids);
  },
});

const idAndTime = ({ data, time }: CodeWritten | CodeDeleted) => ({ rowId: data.rowId, at: time });
const isWritten = (event: DiscountEvent): event is CodeWritten =>
  event.type === discountCodeCreated.subject || event.type === discountCodeUpdated.subject;
const isDeleted = (event: DiscountEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
