import { exportFileOf } from "@offergraph/service/long-jobs/export";
import { jobResultRoute } from "@offergraph/service/long-jobs/result-route";
import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import * as events from "@offergraph/shared/contracts/events/discounts";
import { audit } from "./audit.js";
import { background } from "./background.js";
import { countLaterPushes } from "./consumers/push-placements.js";
import { jobWarnings } from "./domain/warnings.js";
import { type DiscountsSettings, discountsEnv, storeSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { manifest } from "./manifest/manifest.js";
import { incentivesFinder } from "./services/incentives/incentives-of.js";
import { createStores } from "./services/stores/stores.js";

/** @param finder creates a function that finds the incentives of a discount code or connection. Tests can pass a substitute. */
export const serviceWith = (finder: typeof incentivesFinder): Service<DiscountsSettings, Context, Prisma.TransactionClient> => ({
  name: "discounts",
  directory: new URL("../", import.meta.url),
  manifest,
  events: Object.values(events),
  audit,
  jobWarnings,
  resolvers,
  readSettings: discountsEnv,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: (settings, deps) => {
    const find = finder(deps);
    const cursorKey = deriveKey(settings.GATEWAY_SIGNING_KEY, "cursor");
    const ofStores = storeSettings(settings);
    const stores = createStores(ofStores);
    return (base) => {
      const { workspaceId } = base.principal;
      return Object.assign(base, {
        cursorKey,
        stores,
        storeSettings: ofStores,
        findIncentivesOf: (id: string) => find.ofCode(workspaceId, id),
        findIncentivesOfConnection: (id: string) => find.ofConnection(workspaceId, id),
        findIncentivesOfCodes: (ids: readonly string[]) => find.ofCodes(workspaceId, ids),
      });
    };
  },
  routes: (deps) => [jobResultRoute("discounts", deps, exportFileOf)],
  findLaterWork: countLaterPushes,
  background,
});

export const service = serviceWith(incentivesFinder);
