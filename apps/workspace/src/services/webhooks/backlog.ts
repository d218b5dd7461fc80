import type { FindLaterWork } from "@offergraph/service/tx/dry-run";
import { addBacklog, claimBacklog, hasAddedBacklog, removeBacklog } from "../../db/webhook-backlogs.js";
import { deleteDeliveries, failPending } from "../../db/webhook-deliveries.js";
import { deleteEndpoint, lockEndpointWithDeleted, updateEndpoint } from "../../db/webhook-endpoints.js";
import { makeDue } from "../../db/webhook-queue.js";
import { endpointStates } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

// Each function changes only one batch of deliveries. `processWebhookBacklogsJob` changes the remaining deliveries. The caller must have
// locked the endpoint.

const batchSize = 1_000;

/** Marks the pending deliveries of a disabled endpoint as failed. Returns false if a job must continue with the remaining deliveries. */
export async function endPending(tx: Pick<Tx, "sql" | "workspaceId" | "now">, endpointId: string): Promise<boolean> {
  const isDone = (await failPending(tx, endpointId, "The endpoint was disabled.", batchSize)) < batchSize;
  if (!isDone) await addBacklog(tx, endpointId);
  return isDone;
}

/** Makes the waiting deliveries of an endpoint due. Returns false if a job must continue with the remaining deliveries. */
export async function resumeDeliveries(tx: Pick<Tx, "sql" | "workspaceId" | "now">, endpointId: string): Promise<boolean> {
  const isDone = (await makeDue(tx, endpointId, batchSize)) < batchSize;
  if (!isDone) await addBacklog(tx, endpointId);
  return isDone;
}

/**
 * Deletes an endpoint with its deliveries. If the endpoint has many deliveries, marks it as deleted, and a job deletes the remaining data.
 */
export async function deleteWithDeliveries(tx: Tx, endpointId: string): Promise<boolean> {
  const isDone = (await deleteDeliveries(tx, endpointId, batchSize)) < batchSize;
  if (isDone) {
    await deleteEndpoint(tx, endpointId);
  } else {
    await updateEndpoint(tx, endpointId, { deletedAt: tx.now });
    await addBacklog(tx, endpointId);
  }
  return isDone;
}

/** Adds a note to a dry run's response if a job would continue the work. */
export const noteLaterBatches: FindLaterWork = async (tx) => ({
  notes: (await hasAddedBacklog(tx))
    ? [`The request changes at most ${batchSize} deliveries. After the request, a job changes the remaining deliveries.`]
    : [],
});

/** Processes a batch of deliveries of an endpoint in the workspace's work list. Returns false if the list has no unlocked endpoint. */
export async function processBacklog(tx: Tx): Promise<boolean> {
  const endpointId = await claimBacklog(tx);
  if (endpointId === undefined) return false;
  const endpoint = await lockEndpointWithDeleted(tx, endpointId);
  if (!endpoint || (await processBatch(tx, endpointId, endpoint))) await removeBacklog(tx, endpointId);
  return true;
}

async function processBatch(
  tx: Tx,
  endpointId: string,
  { isDeleted, state, failingSince }: { isDeleted: boolean; state: number; failingSince: string | null },
): Promise<boolean> {
  if (isDeleted) return deleteWithDeliveries(tx, endpointId);
  if (state !== endpointStates.indexOf("ENABLED")) return endPending(tx, endpointId);
  return failingSince !== null || resumeDeliveries(tx, endpointId);
}
