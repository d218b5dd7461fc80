import { addBacklog, claimBacklog, removeBacklog } from "../../db/webhook-backlogs.js";
import { deleteDeliveries, failPending } from "../../db/webhook-deliveries.js";
import { deleteEndpoint, lockEndpointWithDeleted, updateEndpoint } from "../../db/webhook-endpoints.js";
import { makeDue } from "../../db/webhook-queue.js";
import { endpointStates } from "../../domain/ordinals.js";
import type { Tx } from "../../tx.js";

// Each function changes one batch of deliveries, so that no statement runs long. A job changes the others. All need a lock of the endpoint.

const batchSize = 1_000;

/** Ends the pending deliveries of a disabled endpoint. Returns false if a job ends the others later. */
export async function endPending(tx: Pick<Tx, "sql" | "workspaceId" | "now">, endpointId: string): Promise<boolean> {
  const isDone = (await failPending(tx, endpointId, "The endpoint was disabled.", batchSize)) < batchSize;
  if (!isDone) await addBacklog(tx, endpointId);
  return isDone;
}

/** Makes the waiting deliveries of an endpoint due. Returns false if a job continues. */
export async function resumeDeliveries(tx: Pick<Tx, "sql" | "workspaceId" | "now">, endpointId: string): Promise<boolean> {
  const isDone = (await makeDue(tx, endpointId, batchSize)) < batchSize;
  if (!isDone) await addBacklog(tx, endpointId);
  return isDone;
}

/** Deletes an endpoint with its deliveries. An endpoint with many deliveries is marked first, which hides it and its deliveries. */
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

/** Changes the next batch of an endpoint of the workspace. Returns false if no replica has to continue. */
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
  // The pauses of an endpoint that fails again apply.
  return failingSince !== null || resumeDeliveries(tx, endpointId);
}
