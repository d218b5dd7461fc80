import { readIn } from "@offergraph/shared/database/write";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  placementSyncRequested,
} from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Clock } from "@offergraph/shared/time/clock";
import { type Requesting, requestCodes } from "../../data/request-pushes.js";
import { concernsMinted, concernsStores } from "../../domain/changes.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** What may change what a store is to have. */
export const pushableEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

type Pushable = EventOf<(typeof pushableEvents)[number]>;

/** Whether an event may change what a store is to have: of a code without placements it can only if it took them away. */
export function mayConcernStores(event: Pushable): boolean {
  switch (event.type) {
    case discountCodeCreated.subject:
      return event.data.placements.length > 0;
    case discountCodeUpdated.subject: {
      const { placements, changed } = event.data;
      return changed.includes("placements") || (placements.length > 0 && concernsStores(changed));
    }
    default:
      return true;
  }
}

/** Whether it may also change what stores are to have of the codes minted of this one. */
function mayConcernMinted({ type, data }: Pushable): boolean {
  return type !== discountCodeUpdated.subject || data.changed.includes("placements") || concernsMinted(data.changed);
}

/** Notes which stores are to be told of what happened. What they are told is read when it is sent. Each event is of another record. */
export function pushPlacements(clock: Clock) {
  return async (transaction: Prisma.TransactionClient, events: readonly Pushable[]): Promise<void> => {
    const [first] = events;
    if (!first) return;
    const { workspaceId } = first;
    const requesting: Requesting = { read: (statement) => readIn(transaction, statement), workspaceId, now: clock.now() };
    for (const withMinted of [false, true]) {
      const codes = events.filter((event) => event.type !== placementSyncRequested.subject && mayConcernMinted(event) === withMinted);
      const ids = codes.flatMap(({ type, data }) => (type === placementSyncRequested.subject ? [] : data.rowId));
      if (ids.length > 0) await requestCodes(requesting, ids, { withMinted });
    }
    for (const { type, data } of events)
      if (type === placementSyncRequested.subject)
        await requestCodes(requesting, [data.discountCodeId], { withMinted: true, connectionId: data.connectionId });
  };
}
