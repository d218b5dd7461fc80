import type { Read } from "@offergraph/service/db/read";
import { readIn } from "@offergraph/service/db/write";
import type { customerErased } from "@offergraph/shared/contracts/events/forms";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { eraseFromOrders, eraseFromOthers } from "../db/erase-customer.js";
import { keepErased, queueForCustomer } from "../db/erased-customers.js";
import type { Prisma } from "../generated/prisma/client.js";
import { pinResponsesOf } from "../services/attribution/pin-responses.js";

/** Erases a customer's personal data. Keeps amounts, times and attribution. */
export function eraseCustomer(clock: Clock, log: Logger) {
  return async (transaction: Prisma.TransactionClient, { workspaceId, data, time }: EventOf<typeof customerErased>): Promise<void> => {
    const read: Read = (statement) => readIn(transaction, statement);
    const writing = { read, now: clock.now() };
    const keeping = { read, workspaceId };
    await queueForCustomer(keeping, data.customerId);
    await keepErased(keeping, data.customerId, time);
    await pinResponsesOf(keeping, data.customerId);
    const orders = await eraseFromOrders(writing, data.customerId);
    await eraseFromOthers(writing, data.customerId);
    log.info({ workspaceId, actor: null, orders }, "Customer erased");
  };
}
