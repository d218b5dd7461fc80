import { createReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import { startBackground } from "./background.js";
import { type IncentivesSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { manifest } from "./manifest/manifest.js";

/** Service definition of incentives. */
export const service: Service<IncentivesSettings, Context, Prisma.TransactionClient> = {
  name: "incentives",
  directory: new URL("../", import.meta.url),
  manifest,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY }, parts) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    const referencesOf = createReplicaLookups(parts);
    return (base) => Object.assign(base, { cursorKey, references: referencesOf(base.principal.workspaceId) });
  },
  startBackground,
};
