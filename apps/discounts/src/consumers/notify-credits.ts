import { readIn } from "@offergraph/service/db/write";
import type { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Clock } from "@offergraph/shared/time/clock";
import { requestCredit } from "../db/request-pushes.js";
import { creditMessage } from "../domain/credit-message.js";
import type { Prisma } from "../generated/prisma/client.js";
import { textOf } from "../services/store-sync/desired-state.js";

/** Queues a credit message to the store, with the ledger entry's id. */
export function notifyCredits(clock: Clock) {
  return async (transaction: Prisma.TransactionClient, { workspaceId, data }: EventOf<typeof creditBooked>): Promise<void> => {
    await requestCredit(
      { read: (statement) => readIn(transaction, statement), workspaceId, now: clock.now() },
      { entryId: data.rowId, connectionId: data.connectionId, ...textOf(creditMessage(workspaceId, data)) },
    );
  };
}
