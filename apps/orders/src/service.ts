import { backfillJob } from "@offergraph/service/jobs/backfill";
import { exportFileOf } from "@offergraph/service/long-jobs/export";
import { jobResultRoute } from "@offergraph/service/long-jobs/result-route";
import { lookUpWorkspaces } from "@offergraph/service/replicas/workspace-lookups";
import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import * as events from "@offergraph/shared/contracts/events/orders";
import { audit } from "./audit.js";
import { answerLookups } from "./consumers/answer-lookups.js";
import { eraseCustomer } from "./consumers/erase-customer.js";
import { keepCampaigns } from "./consumers/keep-campaigns.js";
import { keepDiscounts } from "./consumers/keep-discounts.js";
import { keepGrantedCodes } from "./consumers/keep-granted-codes.js";
import { keepGrants } from "./consumers/keep-grants.js";
import { keepResponses } from "./consumers/keep-responses.js";
import { keepWorkspace } from "./consumers/keep-workspace.js";
import { findReporting, type Reporting } from "./db/reporting.js";
import { type OrdersSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { ingestRoutes } from "./http/ingest/routes.js";
import { abandonCheckouts } from "./jobs/abandon-checkouts.js";
import { attributeOrders } from "./jobs/attribute-orders.js";
import { longRunningJobs } from "./jobs/long-running.js";
import { lookUpChannels } from "./jobs/look-up-channels.js";
import { reportOrders } from "./jobs/report-orders.js";
import { manifest } from "./manifest/manifest.js";
import { customerBackfills } from "./services/customers/backfill.js";
import { workspaceReplica } from "./services/reporting/workspace-replica.js";

export const service: Service<OrdersSettings, Context, Prisma.TransactionClient> = {
  name: "orders",
  directory: new URL("../", import.meta.url),
  manifest,
  events: Object.values(events),
  audit,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY, REPORTING_CURRENCY: defaultCurrency }) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    return (base) => {
      let found: Promise<Reporting> | undefined;
      const reporting = () => {
        found ??= findReporting(base.read, base.principal.workspaceId, defaultCurrency);
        return found;
      };
      return Object.assign(base, { cursorKey, defaultCurrency, reporting });
    };
  },
  routes: (deps) => [...ingestRoutes(deps), jobResultRoute("orders", deps, exportFileOf)],
  background: (deps) => ({
    consumers: [keepCampaigns, keepDiscounts, keepGrantedCodes, keepGrants, keepResponses, keepWorkspace(deps), eraseCustomer(deps)],
    jobs: [
      ...[abandonCheckouts(deps), attributeOrders(deps), reportOrders(deps), longRunningJobs(deps), backfillJob([], customerBackfills())],
      lookUpChannels(deps),
      lookUpWorkspaces(deps, workspaceReplica(deps)),
    ],
    tasks: [answerLookups(deps)],
  }),
};
