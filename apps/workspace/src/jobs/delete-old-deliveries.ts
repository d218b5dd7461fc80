import { webhookRetention } from "../db/retention.js";
import { deleteOldDeliveries } from "../db/webhook-deliveries.js";
import { removePreviousSecrets } from "../db/webhook-endpoints.js";
import { retentionJob } from "./retention-job.js";

const retentionMs = 30 * 86_400_000;

/** Deletes finished webhook deliveries after 30 days, and expired previous secrets of endpoints. */
export const deleteOldDeliveriesJob = retentionJob({
  name: "delete old webhook deliveries",
  list: webhookRetention,
  async deleteBatch(tx, max) {
    await removePreviousSecrets(tx);
    return deleteOldDeliveries(tx, new Date(tx.now.getTime() - retentionMs), max);
  },
});
