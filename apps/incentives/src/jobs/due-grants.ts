import type { Logger } from "@offergraph/shared/log/logger";
import { readDueWorkspaces } from "../db/due-grants.js";
import { dueTaskEvents, runDueTasks } from "../services/granting/run-due-tasks.js";
import { defineJob } from "../tx.js";

const batchSize = 50;

/** Expires, restores and fails grants, and repeats unanswered requests for codes. */
export const dueGrants = (log: Logger) =>
  defineJob({
    name: "due grants",
    emits: dueTaskEvents,
    findWorkspaces: readDueWorkspaces,
    async run(tx) {
      const { workspaceId } = tx;
      const recordIds = await runDueTasks(tx, batchSize);
      if (recordIds.length > 0) tx.onCommit(() => log.info({ workspaceId, actor: null, recordIds }, "Due grants processed"));
      return recordIds.length > 0;
    },
  });
