import { customerErased } from "@offergraph/shared/events/catalog/forms";
import { grantIssued } from "@offergraph/shared/events/catalog/incentives";
import { startConsumer } from "@offergraph/shared/events/consume";
import type { BackgroundTask, ServiceDeps } from "@offergraph/shared/subgraph/run";
import { startAttribution } from "./attribution/start.js";
import { startReporting } from "./attribution/start-reporting.js";
import { startAbandoning } from "./checkouts/abandon.js";
import type { OrdersSettings } from "./env.js";
import { eraseCustomer } from "./events/consumers/erase-customer.js";
import { concernsOrders, discountEvents, discountKeeps, keepDiscounts } from "./events/consumers/keep-discounts.js";
import { concernsTiers, keepGrants } from "./events/consumers/keep-grants.js";
import { keepResponses, responseEvents } from "./events/consumers/keep-responses.js";
import type { Prisma } from "./generated/prisma/client.js";

/** Starts consumers and jobs. */
export function startBackground(parts: ServiceDeps<OrdersSettings, Prisma.TransactionClient>): BackgroundTask {
  const { pool, nats, signer, writer, log, clock } = parts;
  const common = { pool, nats, signer, service: "orders", write: writer.write, log, clock };
  const running = [
    startAbandoning(parts),
    startAttribution(parts),
    startReporting(parts),
    startConsumer<Prisma.TransactionClient, (typeof discountEvents)[number]>({
      ...common,
      name: "keep-discounts",
      definitions: discountEvents,
      handle: (transaction, event) => keepDiscounts(transaction, [event]),
      handleBatch: keepDiscounts,
      keeps: discountKeeps,
      filter: concernsOrders,
    }),
    startConsumer({ ...common, name: "keep-grants", definitions: [grantIssued], handle: keepGrants, filter: concernsTiers }),
    startConsumer({ ...common, name: "keep-responses", definitions: responseEvents, handle: keepResponses }),
    startConsumer({ ...common, name: "erase-customer", definitions: [customerErased], handle: eraseCustomer(clock, log) }),
  ];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
