import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { keepSettings } from "../../db/workspace-settings.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** Stores the workspace's default `minTrustScore` after a lookup of the workspace. */
export const workspaceReplica: WorkspaceReplica<Prisma.TransactionClient> = {
  load: loadWorkspace,
  store: (tx, { settings }) => keepSettings(tx, settings),
};
