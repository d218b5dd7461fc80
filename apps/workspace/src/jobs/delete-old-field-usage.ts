import { deleteOldFieldUsage } from "../db/field-usage.js";
import { fieldUsageRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

const dayMs = 86_400_000;
// The schema check reads the records of the last 30 days. A record that is older than 30 days proves that recording began before these 30
// days.
const retentionDays = 40;

export const deleteOldFieldUsageJob = retentionJob({
  name: "delete old field usage",
  list: fieldUsageRetention,
  deleteBatch: (tx, max) => deleteOldFieldUsage(tx, new Date(tx.now.getTime() - retentionDays * dayMs), max),
});
