import { startConsumer } from "@offergraph/service/messaging/consume";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { startReferenceAnswers } from "./consumers/answer-lookups.js";
import { applyCodeResponses, codeEvents } from "./consumers/apply-code-responses.js";
import { grantResponses, responseEvents } from "./consumers/grant-responses.js";
import { discountEvents, discountKeeps, keepDiscounts } from "./consumers/keep-discounts.js";
import { formEvents, keepForms } from "./consumers/keep-forms.js";
import { keepOrders, orderEvents } from "./consumers/keep-orders.js";
import type { IncentivesSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { startChecks } from "./jobs/check-incentives.js";
import { startDueGrants } from "./jobs/due-grants.js";

type Transaction = Prisma.TransactionClient;

/** Starts consumers and jobs. */
export function startBackground(parts: ServiceDeps<IncentivesSettings, Prisma.TransactionClient>): BackgroundTask {
  const { pool, nats, signer, writer, relay, log, clock } = parts;
  const keeping = { pool, nats, signer, service: "incentives", write: writer.write, log, clock };
  // A customer waits for the result of these events, so the outbox is published at once.
  const granting: typeof keeping = {
    ...keeping,
    async write(workspaceId, effect) {
      const result = await writer.write(workspaceId, effect);
      relay.notify();
      return result;
    },
  };
  const keepAllOrders = keepOrders(clock);
  const running = [
    startConsumer<Transaction, (typeof discountEvents)[number]>({
      ...keeping,
      name: "keep-discounts",
      definitions: discountEvents,
      handle: (transaction, event) => keepDiscounts(transaction, [event]),
      handleBatch: keepDiscounts,
      keeps: discountKeeps,
    }),
    startConsumer({ ...keeping, name: "keep-forms", definitions: formEvents, handle: keepForms }),
    startConsumer<Transaction, (typeof responseEvents)[number]>({
      ...granting,
      name: "grant-responses",
      definitions: responseEvents,
      handle: grantResponses(clock),
    }),
    startConsumer<Transaction, (typeof codeEvents)[number]>({
      ...granting,
      name: "take-codes",
      definitions: codeEvents,
      handle: applyCodeResponses(clock),
    }),
    startConsumer<Transaction, (typeof orderEvents)[number]>({
      ...granting,
      name: "keep-orders",
      definitions: orderEvents,
      handle: (transaction, event) => keepAllOrders(transaction, [event]),
      handleBatch: keepAllOrders,
    }),
    startDueGrants(parts),
    startChecks(parts),
    startReferenceAnswers(parts),
  ];
  return {
    async stop() {
      await Promise.all(running.map((one) => one.stop()));
    },
  };
}
