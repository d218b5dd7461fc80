import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { keepSettings } from "../../db/workspace-settings.js";
import type { Prisma } from "../../generated/prisma/client.js";

/** Stores the default `minTrustScore` of a looked-up workspace. */
export const workspaceReplica: WorkspaceReplica<Prisma.TransactionClient> = {
  load: loadWorkspace,
  store: (tx, { settings }) => keepSettings(tx, settings),
};
