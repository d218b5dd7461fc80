import { startConsumer } from "@offergraph/service/messaging/consume";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { grantIssued } from "@offergraph/shared/contracts/events/incentives";
import { eraseCustomer } from "./consumers/erase-customer.js";
import { concernsOrders, discountEvents, discountKeeps, keepDiscounts } from "./consumers/keep-discounts.js";
import { concernsTiers, keepGrants } from "./consumers/keep-grants.js";
import { keepResponses, responseEvents } from "./consumers/keep-responses.js";
import type { OrdersSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { startAbandoning } from "./jobs/abandon-checkouts.js";
import { startAttribution } from "./jobs/attribute-orders.js";
import { startReporting } from "./jobs/report-orders.js";

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
