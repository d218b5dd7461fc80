import { readIn } from "@offergraph/shared/database/write";
import {
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  placementSyncRequested,
} from "@offergraph/shared/events/catalog/discounts";
import type { EventOf } from "@offergraph/shared/events/received";
import type { Clock } from "@offergraph/shared/time/clock";
import { requestPushes } from "../../data/store-pushes.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { ChangedField } from "../publish.js";

/** What may change what a store is to have. */
export const pushableEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

type Pushable = EventOf<(typeof pushableEvents)[number]>;

// What stores are never told.
const untold: ReadonlySet<ChangedField> = new Set(["updatedAt", "tags", "partnerId", "publicTier", "origin", "usageCount"]);

/** Whether an event may change what a store is to have: of a code without placements it can only if it took them away. */
export function mayConcernStores(event: Pushable): boolean {
  switch (event.type) {
    case discountCodeCreated.subject:
      return event.data.placements.length > 0;
    case discountCodeUpdated.subject: {
      const { placements, changed } = event.data;
      return changed.includes("placements") || (placements.length > 0 && changed.some((field) => !untold.has(field)));
    }
    default:
      return true;
  }
}

/** Notes which stores are to be told of what happened. What they are told is read when it is sent. */
export function pushPlacements(clock: Clock) {
  return async (transaction: Prisma.TransactionClient, { type, workspaceId, data }: Pushable): Promise<void> => {
    const [discountCodeId, connectionId] =
      type === placementSyncRequested.subject ? [data.discountCodeId, data.connectionId] : [data.rowId, undefined];
    await requestPushes(
      { read: (statement) => readIn(transaction, statement), workspaceId, discountCodeId, now: clock.now() },
      connectionId,
    );
  };
}
