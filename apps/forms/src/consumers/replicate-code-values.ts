import { keepsOf } from "@offergraph/service/messaging/kept-fields";
import { discountCodeCreated, discountCodeDeleted, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { tombstoneCodes, upsertCodeValues } from "../db/code-values.js";
import { defineConsumer } from "../tx.js";

const events = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted] as const;

type CodeEvent = EventOf<(typeof events)[number]>;
type CodeDeleted = EventOf<typeof discountCodeDeleted>;

/** Replicates the values and validity of discount codes. Labels of rewards show the value, and forms must not promise expired codes. */
export const replicateCodeValues = defineConsumer({
  name: "keep-code-values",
  events,
  keeps: keepsOf(discountCodeUpdated, ["valueKind", "valuePercent", "valueAmount", "status", "startAt", "endsAt"]),
  emits: [],
  async handleBatch(tx, received) {
    const written = received.flatMap((event) => (isDeleted(event) ? [] : event.data));
    if (written.length > 0) await upsertCodeValues(tx, written);
    const deleted = received.filter(isDeleted).map(({ data, time }) => ({ rowId: data.rowId, at: time }));
    if (deleted.length > 0) await tombstoneCodes(tx, deleted);
  },
});

const isDeleted = (event: CodeEvent): event is CodeDeleted => event.type === discountCodeDeleted.subject;
