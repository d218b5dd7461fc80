import { deriveKey } from "@offergraph/shared/access/principal";
import type { Service, ServiceSettings } from "@offergraph/shared/subgraph/run";
import type { Context } from "./context.js";
import { discountsEnv } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";

/** What the kit starts discounts from. */
export const service: Service<ServiceSettings, Context, Prisma.TransactionClient> = {
  name: "discounts",
  directory: new URL("../", import.meta.url),
  resolvers,
  readSettings: discountsEnv,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY }) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    return (base) => Object.assign(base, { cursorKey });
  },
};
