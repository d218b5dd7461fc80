import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { isTestWorkspace, keepTestWorkspace } from "../../db/test-workspaces.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** Records which workspaces are test workspaces. The service never pushes codes of a test workspace to stores. */
export const workspaceReplica: WorkspaceReplica<Prisma.TransactionClient> = {
  load: loadWorkspace,
  async store(tx, { settings }) {
    if (settings.isTest && !(await isTestWorkspace(tx.sql))) await keepTestWorkspace(tx);
  },
};
