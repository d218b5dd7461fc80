import { deriveKey } from "@offergraph/shared/access/principal";
import type { Service } from "@offergraph/shared/subgraph/run";
import { startBackground } from "./background.js";
import type { Context } from "./context.js";
import { type DiscountsSettings, discountsEnv } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import { storeSettings } from "./stores/settings.js";
import { createStores } from "./stores/stores.js";

/** What the kit starts discounts from. */
export const service: Service<DiscountsSettings, Context, Prisma.TransactionClient> = {
  name: "discounts",
  directory: new URL("../", import.meta.url),
  resolvers,
  readSettings: discountsEnv,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: (settings) => {
    const cursorKey = deriveKey(settings.GATEWAY_SIGNING_KEY, "cursor");
    const stores = createStores(storeSettings(settings));
    return (base) => Object.assign(base, { cursorKey, stores });
  },
  startBackground,
};
