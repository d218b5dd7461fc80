import type { Signal } from "@offergraph/service/messaging/wait";
import type { Limit } from "@offergraph/service/tx/database";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  placementSyncRequested,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { requestCodePushes } from "../db/request-pushes.js";
import { affectsMinted, affectsStores } from "../domain/changes.js";
import { defineConsumer } from "../tx.js";

const events = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

type PushableEvent = EventOf<(typeof events)[number]>;

/**
 * Queues pushes to stores after changes of discount codes and after requests for a resync. The pusher builds each message immediately
 * before sending it.
 */
export const pushPlacements = (pushesDue: Signal, limit: Limit) =>
  defineConsumer({
    name: "push-placements",
    events,
    emits: [],
    filter: requiresPush,
    limit,
    async handleBatch(tx, batch) {
      for (const withMinted of [false, true]) {
        const codeIds = batch.flatMap((event) =>
          event.type !== placementSyncRequested.subject && requiresMintedPush(event) === withMinted ? event.data.rowId : [],
        );
        if (codeIds.length > 0) await requestCodePushes(tx, codeIds, { withMinted });
      }
      for (const { type, data } of batch)
        if (type === placementSyncRequested.subject)
          await requestCodePushes(tx, [data.discountCodeId], { withMinted: true, connectionId: data.connectionId });
      tx.onCommit(() => pushesDue.notify());
    },
  });

/**
 * Returns true if the event can require a push. A created or updated code without placements requires a push only if the update removed its
 * placements.
 */
export function requiresPush(event: PushableEvent): boolean {
  switch (event.type) {
    case discountCodeCreated.subject:
      return event.data.placements.length > 0;
    case discountCodeUpdated.subject: {
      const { placements, changed } = event.data;
      return changed.includes("placements") || (placements.length > 0 && affectsStores(changed));
    }
    default:
      return true;
  }
}

function requiresMintedPush({ type, data }: PushableEvent): boolean {
  return type !== discountCodeUpdated.subject || data.changed.includes("placements") || affectsMinted(data.changed);
}
