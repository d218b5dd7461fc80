import { formResponseDeleted } from "@offergraph/shared/contracts/events/forms";
import { deleteFormViewsBefore } from "../db/form-views.js";
import { deleteResponsesBefore, lockDueRetention, postponeCheck, readDueWorkspaces } from "../db/response-retention.js";
import { utcDay } from "../domain/view-days.js";
import { defineJob } from "../tx.js";

const batchSize = 200;
const dayMs = 24 * 3_600_000;
const pauseMs = 3_600_000;

/** Deletes responses and views that are older than the workspace's responseRetentionDays. Checks each workspace every hour. */
export const deleteOldResponses = defineJob({
  name: "delete old responses",
  emits: [formResponseDeleted],
  findWorkspaces: readDueWorkspaces,
  async run(tx) {
    const days = await lockDueRetention(tx);
    if (days === undefined) return false;
    const before = new Date(tx.now.getTime() - days * dayMs);
    const deleted = await deleteResponsesBefore(tx, before, batchSize);
    for (const response of deleted) tx.emit(formResponseDeleted, response.rowId, response);
    if (deleted.length === batchSize) return true;
    await deleteFormViewsBefore(tx, utcDay(before));
    await postponeCheck(tx, new Date(tx.now.getTime() + pauseMs));
    return false;
  },
});
