import { formResponseDeleted } from "@offergraph/shared/contracts/events/forms";
import { deleteResponsesBefore, lockDueRetention, postponeCheck, readDueWorkspaces } from "../db/response-retention.js";
import { defineJob } from "../tx.js";

const batchSize = 200;
const dayMs = 24 * 3_600_000;
const pauseMs = 3_600_000;

/** Deletes responses that are older than the workspace's responseRetentionDays. Checks each workspace every hour. */
export const deleteOldResponses = defineJob({
  name: "delete old responses",
  emits: [formResponseDeleted],
  findWorkspaces: readDueWorkspaces,
  async run(tx) {
    const days = await lockDueRetention(tx);
    if (days === undefined) return false;
    const deleted = await deleteResponsesBefore(tx, new Date(tx.now.getTime() - days * dayMs), batchSize);
    for (const response of deleted) tx.emit(formResponseDeleted, response.rowId, response);
    if (deleted.length === batchSize) return true;
    await postponeCheck(tx, new Date(tx.now.getTime() + pauseMs));
    return false;
  },
});
