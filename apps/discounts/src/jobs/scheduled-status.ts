import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { Logger } from "@offergraph/shared/log/logger";
import { readDueWorkspaces } from "../db/work-lists.js";
import { applyDueStatuses } from "../services/codes/apply-scheduled-status.js";
import { defineJob } from "../tx.js";

const batchSize = 100;

/** Applies scheduled status changes that are due by the injected clock. Safe on any number of replicas. */
export const scheduledStatusJob = (log: Logger) =>
  defineJob({
    name: "apply scheduled statuses",
    emits: [discountCodeUpdated],
    findWorkspaces: readDueWorkspaces,
    async run(tx) {
      const { claimed, changed } = await applyDueStatuses(tx, batchSize);
      const { workspaceId } = tx;
      if (changed.length > 0) tx.onCommit(() => log.info({ workspaceId, actor: null, recordIds: changed }, "Scheduled statuses applied"));
      return claimed > 0;
    },
  });
