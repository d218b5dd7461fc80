import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { isTestWorkspace, keepTestWorkspace } from "../../db/test-workspaces.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** Keeps which workspaces are test workspaces, in which nothing is pushed to stores. */
export const workspaceReplica: WorkspaceReplica<Prisma.TransactionClient> = {
  load: loadWorkspace,
  async store(tx, { settings }) {
    if (settings.isTest && !(await isTestWorkspace(tx.sql))) await keepTestWorkspace(tx);
  },
};
