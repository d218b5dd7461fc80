import type { webhookEndpointDisabled } from "@offergraph/shared/contracts/events/workspace";
import { lockEndpoints, updateEndpoint } from "../../db/webhook-endpoints.js";
import { type Outgoing, recordAttempts } from "../../db/webhook-queue.js";
import { endpointStates } from "../../domain/ordinals.js";
import { maxFailingMs, nextAttempt } from "../../domain/webhooks/retry.js";
import type { Tx } from "../../tx.js";
import { resumeDeliveries } from "./backlog.js";
import { disableEndpoint } from "./disable.js";
import type { SendResult } from "./send.js";

export interface Outcome {
  delivery: Outgoing;
  result: SendResult;
}

const gone = 410;
/** After an outage of at least this duration, all waiting deliveries become due. */
const outageMs = 60_000;

/** Records the delivery attempts of one endpoint. Disables the endpoint after status 410 or three days of failures. */
export async function recordOutcomes(tx: Tx<typeof webhookEndpointDisabled>, endpointId: string, outcomes: readonly Outcome[]) {
  const [endpoint] = await lockEndpoints(tx, [endpointId]);
  // The endpoint was deleted during the requests.
  if (!endpoint) return;
  const attempts = outcomes.map(({ delivery, result: { status, error } }) => {
    const { deliveryId, attempts: before, firstFailedAt } = delivery;
    const failure = { attempts: before + 1, firstFailedAt: firstFailedAt === null ? tx.now : new Date(firstFailedAt), now: tx.now };
    return { deliveryId, status, error, nextAttemptAt: error === null ? undefined : nextAttempt(failure, Math.random()) };
  });
  await recordAttempts(tx, endpointId, attempts);
  if (endpoint.state !== endpointStates.indexOf("ENABLED")) return;
  const since = endpoint.failingSince === null ? undefined : new Date(endpoint.failingSince);
  if (outcomes.some(({ result }) => result.status === gone)) return disableEndpoint(tx, endpointId, "GONE");
  if (outcomes.some(({ result }) => result.error === null)) {
    if (!since) return;
    await updateEndpoint(tx, endpointId, { failingSince: null });
    if (tx.now.getTime() - since.getTime() >= outageMs) await resumeDeliveries(tx, endpointId);
  } else if (!since) await updateEndpoint(tx, endpointId, { failingSince: tx.now });
  else if (tx.now.getTime() - since.getTime() >= maxFailingMs) await disableEndpoint(tx, endpointId, "FAILING");
}
