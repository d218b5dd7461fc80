import type { customerErased } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { eraseFromOrders, eraseFromOthers } from "../db/erase-customer.js";
import { lockCustomer, recordErasure } from "../db/responses.js";
import { dbOf } from "../db/tx.js";
import type { Prisma } from "../generated/prisma/client.js";
import { pinResponsesOf } from "../services/attribution/pin-responses.js";

/** Erases a customer's personal data. Keeps amounts, times and attribution. */
export function eraseCustomer(clock: Clock, log: Logger) {
  return async (transaction: Prisma.TransactionClient, { workspaceId, data, time }: EventOf<typeof customerErased>): Promise<void> => {
    const tx = dbOf(transaction, workspaceId, clock.now());
    await lockCustomer(tx, data.customerId);
    await recordErasure(tx, data.customerId, time);
    await pinResponsesOf(tx, data.customerId);
    const orders = await eraseFromOrders(tx, data.customerId);
    await eraseFromOthers(tx, data.customerId);
    log.info({ workspaceId, actor: null, orders }, "Customer erased");
  };
}
