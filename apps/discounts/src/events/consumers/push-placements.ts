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

/** What may change what a store is to have. */
export const pushableEvents = [discountCodeCreated, discountCodeUpdated, discountCodeDeleted, placementSyncRequested] as const;

/** Notes which stores are to be told of what happened. What they are told is read when it is sent. */
export function pushPlacements(clock: Clock) {
  return async (
    transaction: Prisma.TransactionClient,
    { type, workspaceId, data }: EventOf<(typeof pushableEvents)[number]>,
  ): Promise<void> => {
    const [discountCodeId, connectionId] =
      type === placementSyncRequested.subject ? [data.discountCodeId, data.connectionId] : [data.rowId, undefined];
    await requestPushes(
      { read: (statement) => readIn(transaction, statement), workspaceId, discountCodeId, now: clock.now() },
      connectionId,
    );
  };
}
