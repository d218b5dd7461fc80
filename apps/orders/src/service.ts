import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import { startBackground } from "./background.js";
import { type OrdersSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { ingestRoutes } from "./http/ingest/routes.js";
import { manifest } from "./manifest/manifest.js";

/** Service definition of orders. */
export const service: Service<OrdersSettings, Context, Prisma.TransactionClient> = {
  name: "orders",
  directory: new URL("../", import.meta.url),
  manifest,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY, REPORTING_CURRENCY: reportingCurrency }) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    return (base) => Object.assign(base, { cursorKey, reportingCurrency });
  },
  routes: ingestRoutes,
  startBackground,
};
