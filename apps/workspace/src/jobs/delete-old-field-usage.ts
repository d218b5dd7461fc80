import { deleteOldFieldUsage } from "../db/field-usage.js";
import { fieldUsageRetention } from "../db/retention.js";
import { retentionJob } from "./retention-job.js";

const dayMs = 86_400_000;
// The schema check reads 30 days. The additional days show that the records cover all 30 days, even if no key was used on some days.
const retentionDays = 40;

export const deleteOldFieldUsageJob = retentionJob({
  name: "delete old field usage",
  list: fieldUsageRetention,
  deleteBatch: (tx, max) => deleteOldFieldUsage(tx, new Date(tx.now.getTime() - retentionDays * dayMs), max),
});
