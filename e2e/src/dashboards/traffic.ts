import { setTimeout as sleep } from "node:timers/promises";
import { setUp } from "../chaos/prove-grants.js";
import { createRandom } from "../chaos/random.js";
import { planResponses } from "../chaos/visitors.js";
import { graphqlClient } from "../client.js";
import { streamResponses } from "../proofs/faults/responses.js";
import { streamCodes, streamOrders } from "../proofs/faults/streams.js";
import { startReceiver } from "../proofs/faults/webhook-receiver.js";
import type { RunningSystem } from "../start-system.js";
import { change } from "../website-form.js";
import { admin } from "../workspace.js";
import { causeIncidents } from "./incidents.js";
import { sendMistakes, sendReads } from "./requests.js";

/** Planned responses per minute: more than the visitors can send, so that the plan lasts until the end of the run. */
const responsesPerMinute = 800;
const seed = 1;
/** Nothing listens on this port, so deliveries to it fail. */
const unreachable = "http://127.0.0.1:9/";

export interface Traffic {
  /** Sends requests of each kind, and causes incidents meanwhile. */
  send(): Promise<void>;
  close(): Promise<void>;
}

/** Creates the store, the forms, the incentives and the webhook endpoints for requests of some minutes. */
export async function prepareTraffic(system: RunningSystem, minutes: number, log: (text: string) => void): Promise<Traffic> {
  const count = Math.ceil(responsesPerMinute * minutes);
  const plan = await setUp(system, count);
  const file = await system.read();
  const receiver = await startReceiver();
  const client = graphqlClient(file.baseUrl, file.secretKey);
  await change(client, "create_webhook_endpoint", { url: receiver.url }, "");
  await change(client, "create_webhook_endpoint", { url: unreachable, eventTypes: ["offergraph.incentives.grant.issued.v1"] }, "");
  const limited = ["key", "create", "--name", "Limited", "--limit", "30"];
  const { key: limitedKey } = await admin<{ key: string }>(limited, system.dataDirectory);
  return {
    async send() {
      let isOver = false;
      const options = { file, connectionId: plan.connectionId, isOver: () => isOver };
      const written = { codes: new Map(), orders: new Map() };
      const streams = [
        streamCodes(options, written),
        streamOrders(options, written),
        streamResponses(file, plan, planResponses(plan, count, createRandom(seed)), () => isOver),
        sendReads(options),
        sendMistakes(options, limitedKey),
      ];
      const all = Promise.all(streams);
      all.catch(() => undefined);
      const end = sleep(minutes * 60_000);
      await Promise.race([Promise.all([end, causeIncidents(system, minutes * 60_000, log)]), all]).finally(() => {
        isOver = true;
      });
      await all;
    },
    close: () => receiver.close(),
  };
}
