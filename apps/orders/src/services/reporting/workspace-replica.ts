import { loadWorkspace, type WorkspaceReplica } from "@offergraph/service/replicas/workspace-lookups";
import { storeSettings } from "../../db/reporting.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { Deps } from "../../tx.js";

/** Copies the reporting currency and time zone of each workspace from the workspace service. */
export const workspaceReplica = ({ settings }: Pick<Deps, "settings">): WorkspaceReplica<Prisma.TransactionClient> => ({
  load: loadWorkspace,
  store: (tx, found) => storeSettings(tx, found.settings, settings.REPORTING_CURRENCY),
});
