import { deleteOldDeliveries } from "../db/webhook-deliveries.js";
import { removePreviousSecrets } from "../db/webhook-endpoints.js";
import { claimRetention, postponeRetention, readWorkspacesWithOldDeliveries } from "../db/webhook-queue.js";
import { defineJob } from "../tx.js";

const [hourMs, retentionMs] = [3_600_000, 30 * 86_400_000];
const batchSize = 1_000;

/** Deletes finished webhook deliveries after 30 days, and previous secrets of endpoints that are no longer valid. */
export const deleteOldDeliveriesJob = defineJob({
  name: "delete old webhook deliveries",
  everyMs: 10_000,
  emits: [],
  findWorkspaces: readWorkspacesWithOldDeliveries,
  async run(tx) {
    if (!(await claimRetention(tx))) return false;
    await removePreviousSecrets(tx);
    const isMore = (await deleteOldDeliveries(tx, new Date(tx.now.getTime() - retentionMs), batchSize)) === batchSize;
    if (!isMore) await postponeRetention(tx, new Date(tx.now.getTime() + hourMs));
    return isMore;
  },
});
