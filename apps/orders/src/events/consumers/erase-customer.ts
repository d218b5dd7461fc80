import type { Read } from "@offergraph/shared/database/read";
import { readIn } from "@offergraph/shared/database/write";
import type { customerErased } from "@offergraph/shared/events/catalog/forms";
import type { EventOf } from "@offergraph/shared/events/parse-event";
import type { Logger } from "@offergraph/shared/log/logger";
import type { Clock } from "@offergraph/shared/time/clock";
import { pinResponsesOf } from "../../attribution/pin-responses.js";
import { eraseFromOrders, eraseFromOthers } from "../../data/erase-customer.js";
import { keepErased, queueForCustomer } from "../../data/erased-customers.js";
import type { Prisma } from "../../generated/prisma/client.js";

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
