import { rejectWith } from "@offergraph/service/mutations/reject-with";
import { pendingEvent } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { webhookEndpointTested, webhookRedeliveryRequested } from "@offergraph/shared/contracts/events/workspace";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import type { WebhookDeliveryRow, WebhookEndpointRow } from "../../db/rows.js";
import { insertDeliveries, lockDeliveries, readDeliveries, requeueDeliveries } from "../../db/webhook-deliveries.js";
import { lockEndpoints, readEnabledEndpoints } from "../../db/webhook-endpoints.js";
import { deliveryStates, endpointStates } from "../../domain/ordinals.js";
import { messageOf, messageOfCloudEvent } from "../../domain/webhooks/message.js";
import { receives } from "../../domain/webhooks/subscriptions.js";
import type { MutationTx, Tx } from "../../tx.js";
import { endpointDataOf, lockEndpoint } from "./endpoints.js";

/** Queues each event for each endpoint that receives the event. Returns the number of deliveries. */
export async function queueEvents(
  tx: Pick<Tx, "sql" | "workspaceId" | "now">,
  events: readonly EventOf<EventDefinition>[],
): Promise<number> {
  const endpoints = await readEnabledEndpoints(tx);
  const deliveries = events.flatMap((event) => {
    const receivers = endpoints.filter((endpoint) => receives(endpoint, event));
    if (receivers.length === 0) return [];
    const message = messageOf(event);
    return receivers.map(({ rowId: endpointId }) => ({ ...message, endpointId }));
  });
  return (await insertDeliveries(tx, deliveries)).length;
}

const isEnabled = ({ state }: WebhookEndpointRow) => state === endpointStates.indexOf("ENABLED");
const disabled = "The webhook endpoint is disabled. Enable it first.";

export async function sendTest(tx: MutationTx<typeof webhookEndpointTested>, endpointId: string): Promise<WebhookDeliveryRow> {
  const endpoint = await lockEndpoint(tx, endpointId);
  if (!isEnabled(endpoint)) tx.errors.add(["input", "endpointId"], "INVALID_TRANSITION", disabled);
  tx.check();
  const { rowId: recordId } = endpoint;
  const { workspaceId, actor, now: time } = tx;
  const data = endpointDataOf(endpoint);
  const { event } = pendingEvent(webhookEndpointTested, { workspaceId, recordId, data, actor, time });
  const ids = await insertDeliveries(tx, [{ ...messageOfCloudEvent(event), endpointId: recordId }]);
  tx.emit(webhookEndpointTested, recordId, data);
  return requireFirst(await readDeliveries(tx.sql, ids));
}

/** Queues finished deliveries again, oldest first. If one delivery cannot be queued, queues none. */
export async function redeliver(
  tx: MutationTx<typeof webhookRedeliveryRequested>,
  deliveryIds: readonly string[],
): Promise<WebhookDeliveryRow[]> {
  const ids = deliveryIds.map((id) => id.toLowerCase());
  const found = new Map((await readDeliveries(tx.sql, ids)).map((delivery) => [delivery.rowId, delivery]));
  // Locks endpoints before deliveries, like the dispatcher.
  const endpointIds = [...new Set([...found.values()].map(({ endpointId }) => endpointId))];
  const endpoints = new Map((await lockEndpoints(tx, endpointIds)).map((endpoint) => [endpoint.rowId, endpoint]));
  const locked = await lockDeliveries(tx, ids);
  const states = new Map(locked.map(({ rowId, state }) => [rowId, state]));
  for (const [index, id] of ids.entries()) {
    const reject = (code: "NOT_FOUND" | "INVALID_TRANSITION", message: string) =>
      tx.errors.add(["input", "deliveryIds", index], code, message);
    const endpoint = endpoints.get(found.get(id)?.endpointId ?? "");
    if (!states.has(id) || !endpoint) reject("NOT_FOUND", "This workspace has no webhook delivery with this id.");
    else if (!isEnabled(endpoint)) reject("INVALID_TRANSITION", disabled);
    else if (states.get(id) === deliveryStates.indexOf("PENDING"))
      reject("INVALID_TRANSITION", "The delivery must be DELIVERED or FAILED, but is PENDING.");
  }
  tx.check();
  const ordered = locked.map(({ rowId }) => rowId);
  await requeueDeliveries(tx, ordered);
  for (const endpointId of endpoints.keys()) {
    const own = ordered.filter((id) => found.get(id)?.endpointId === endpointId);
    tx.emit(webhookRedeliveryRequested, endpointId, { endpointId, deliveryIds: own });
  }
  const after = new Map((await readDeliveries(tx.sql, ordered)).map((delivery) => [delivery.rowId, delivery]));
  return [...new Set(ids)].map(
    (id) => after.get(id) ?? rejectWith(tx, ["input", "deliveryIds"], "NOT_FOUND", `There is no webhook delivery ${id} in this workspace.`),
  );
}

function requireFirst([delivery]: WebhookDeliveryRow[]): WebhookDeliveryRow {
  if (!delivery) throw new Error("Invariant violated: webhook delivery not found after a write.");
  return delivery;
}
