import { groupBy } from "@offergraph/service/db/group-by";
import type { FilteredEvent } from "@offergraph/service/messaging/skip-events";
import type { Signal } from "@offergraph/service/messaging/wait";
import type { Limit } from "@offergraph/service/tx/database";
import type { FindLaterWork } from "@offergraph/service/tx/dry-run";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  placementSyncRequested,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { requestCodePushes, tracePushes } from "../db/request-pushes.js";
import { affectsMinted, affectsStores } from "../domain/changes.js";
import { type Db, defineConsumer } from "../tx.js";

const events = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

type PushableEvent = EventOf<(typeof events)[number]>;

/** Queues store pushes after changed discount codes and resync requests. The pusher builds each message immediately before sending it. */
export const pushPlacements = (pushesDue: Signal, limit: Limit) =>
  defineConsumer({
    name: "push-placements",
    events,
    emits: [],
    filter: requiresPush,
    limit,
    async handleBatch(tx, batch) {
      await requestPushesFor(tx, batch);
      const pushes = batch.map((event) => ({ subjectId: codeIdOf(event), traceparent: event.traceparent }));
      await tracePushes(tx, pushes);
      tx.onCommit(() => pushesDue.notify());
    },
  });

async function requestPushesFor(tx: Db, batch: readonly PushableEvent[]): Promise<number> {
  let count = 0;
  for (const withMinted of [false, true]) {
    const codeIds = batch.flatMap((event) =>
      event.type !== placementSyncRequested.subject && requiresMintedPush(event) === withMinted ? event.data.rowId : [],
    );
    if (codeIds.length > 0) count += await requestCodePushes(tx, codeIds, { withMinted });
  }
  const requested = batch.flatMap(({ type, data }) => (type === placementSyncRequested.subject ? [data] : []));
  for (const [connectionId, placements] of groupBy(requested, (placement) => placement.connectionId)) {
    const codeIds = placements.map(({ discountCodeId }) => discountCodeId);
    count += await requestCodePushes(tx, codeIds, { withMinted: true, connectionId });
  }
  return count;
}

/** Counts the pushes that the events of a dry run would cause. */
export const countLaterPushes: FindLaterWork = async (tx, given) => {
  const pushable = given.filter((event) => events.some(({ subject }) => subject === event.type)) as unknown as PushableEvent[];
  return { queued: { storePushes: await requestPushesFor(tx, pushable.filter(requiresPush)) } };
};

/** Returns true if the event may require a push. A code without placements requires a push only if the update removed placements. */
export function requiresPush(event: FilteredEvent<(typeof events)[number]>): boolean {
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

function codeIdOf(event: PushableEvent): string {
  return event.type === placementSyncRequested.subject ? event.data.discountCodeId : event.data.rowId;
}

function requiresMintedPush({ type, data }: PushableEvent): boolean {
  return type !== discountCodeUpdated.subject || data.changed.includes("placements") || affectsMinted(data.changed);
}
