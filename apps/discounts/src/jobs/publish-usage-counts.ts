import { discountCodePoolLow, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { Logger } from "@offergraph/shared/log/logger";
import { readChangedWorkspaces } from "../db/work-lists.js";
import { publishUsageCounts } from "../services/codes/publish-usage-counts.js";
import { defineJob } from "../tx.js";

const batchSize = 100;

/**
 * Publishes usage counts and availability of codes, at most two events per code and second regardless of the number of orders. `updatedAt`
 * stays, because no client wrote the code.
 */
export const publishUsageCountsJob = (log: Logger) =>
  defineJob({
    name: "publish usage counts",
    emits: [discountCodeUpdated, discountCodePoolLow],
    findWorkspaces: readChangedWorkspaces,
    async run(tx) {
      const { claimed, published } = await publishUsageCounts(tx, batchSize);
      const { workspaceId } = tx;
      if (published.length > 0) tx.onCommit(() => log.info({ workspaceId, actor: null, recordIds: published }, "Usage counts published"));
      return claimed === batchSize;
    },
  });
