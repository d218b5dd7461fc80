import type { Signal } from "@offergraph/service/messaging/wait";
import type { Limit } from "@offergraph/service/tx/database";
import { hasReceivers } from "../db/webhook-endpoints.js";
import { publicEvents } from "../domain/webhooks/public-events.js";
import { keepForListeners } from "../services/listen/listen.js";
import { queueEvents } from "../services/webhooks/deliveries.js";
import { defineConsumer } from "../tx.js";

/**
 * One consumer per service queues public events for webhook endpoints and listening sessions. Skips workspaces without endpoints and
 * sessions.
 */
export const queueWebhooks = (deliveriesDue: Signal, limit: Limit) =>
  Object.entries(publicEvents).map(([service, events]) =>
    defineConsumer({
      name: `queue-webhooks-${service}`,
      events,
      emits: [],
      limit,
      isNeeded: hasReceivers,
      async handleBatch(tx, batch) {
        if ((await queueEvents(tx, batch)) > 0) tx.onCommit(() => deliveriesDue.notify());
        await keepForListeners(tx, batch);
      },
    }),
  );
