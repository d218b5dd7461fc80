import { readIn } from "@offergraph/service/db/write";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  placementSyncRequested,
} from "@offergraph/shared/contracts/events/discounts";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Clock } from "@offergraph/shared/time/clock";
import { type Requesting, requestCodes } from "../db/request-pushes.js";
import { concernsMinted, concernsStores } from "../domain/changes.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Events that can require a push. */
export const pushableEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

type Pushable = EventOf<(typeof pushableEvents)[number]>;

/** Returns true if an event can require a push. For a code without placements only their removal can. */
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

/** Returns true if the event can also require pushes of minted codes. */
function mayConcernMinted({ type, data }: Pushable): boolean {
  return type !== discountCodeUpdated.subject || data.changed.includes("placements") || concernsMinted(data.changed);
}

/** Queues pushes for events, each of a different record. Messages are built when they are sent. */
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
