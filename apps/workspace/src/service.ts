import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import { readSettings, type WorkspaceServiceSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { keyUsageRoute } from "./http/key-usage.js";
import { manifest } from "./manifest/manifest.js";

export const service: Service<WorkspaceServiceSettings, Context, Prisma.TransactionClient> = {
  name: "workspace",
  directory: new URL("../", import.meta.url),
  manifest,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY }) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    return (base) => Object.assign(base, { cursorKey });
  },
  routes: keyUsageRoute,
};
