import { webhookEndpointDisabled } from "@offergraph/shared/contracts/events/workspace";
import { readEndpointsOverLimit } from "../../db/webhook-backlogs.js";
import { lockEndpoints, updateEndpoint } from "../../db/webhook-endpoints.js";
import { disabledReasons, endpointStates } from "../../domain/ordinals.js";
import type { WebhookDisabledReason } from "../../generated/types.js";
import type { Tx } from "../../tx.js";
import { endPending } from "./backlog.js";
import { endpointDataOf, requireEndpoint } from "./endpoints.js";

type DisablingTx = Tx<typeof webhookEndpointDisabled>;

/** Disables a locked endpoint, emits an event, and marks the pending deliveries as failed. */
export async function disableEndpoint(tx: DisablingTx, endpointId: string, reason: WebhookDisabledReason): Promise<void> {
  await updateEndpoint(tx, endpointId, { state: endpointStates.indexOf("DISABLED"), disabledReason: disabledReasons.indexOf(reason) });
  await endPending(tx, endpointId);
  tx.emit(webhookEndpointDisabled, endpointId, endpointDataOf(await requireEndpoint(tx, endpointId)));
}

/** Disables the endpoints of the workspace that have more than `max` pending deliveries. */
export async function limitPending(tx: DisablingTx, max: number): Promise<void> {
  const endpoints = await lockEndpoints(tx, await readEndpointsOverLimit(tx, max));
  for (const { rowId, state } of endpoints) if (state === endpointStates.indexOf("ENABLED")) await disableEndpoint(tx, rowId, "BACKLOG");
}
