import type { ServiceDeps } from "@offergraph/service/subgraph/run";
import type { WorkspaceServiceSettings } from "../../env.js";
import type { Prisma } from "../../generated/prisma/client.js";

export type OAuthDeps = Pick<
  ServiceDeps<WorkspaceServiceSettings, Prisma.TransactionClient>,
  "pool" | "database" | "clock" | "settings" | "log"
>;
