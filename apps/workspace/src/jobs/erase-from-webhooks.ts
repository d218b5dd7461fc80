import { customerErased } from "@offergraph/shared/contracts/events/forms";
import { claimErasure, eraseFromBatch, readBatchEnd, readWorkspacesWithErasures, saveErasure } from "../db/webhook-erasures.js";
import { defineJob } from "../tx.js";

/** Number of deliveries that one transaction reads. */
const batchSize = 500;

/** Deletes webhook deliveries, including pending deliveries, that contain data of an erased customer. Reads the deliveries in batches. */
export const eraseFromWebhooksJob = defineJob({
  name: "erase customers from webhook deliveries",
  emits: [],
  findWorkspaces: readWorkspacesWithErasures,
  async run(tx) {
    const erasure = await claimErasure(tx);
    if (!erasure) return false;
    const last = await readBatchEnd(tx, erasure.after, batchSize);
    await eraseFromBatch(tx, { ...erasure, exceptType: customerErased.subject, last });
    await saveErasure(tx, erasure.customerId, last);
    return true;
  },
});
