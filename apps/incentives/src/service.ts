import { backfillJob } from "@offergraph/service/jobs/backfill";
import { createReplicaLookups } from "@offergraph/service/replicas/resolve";
import { lookUpWorkspaces, workspaceFinder } from "@offergraph/service/replicas/workspace-lookups";
import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import * as events from "@offergraph/shared/contracts/events/incentives";
import { audit } from "./audit.js";
import { startLookupResponder } from "./consumers/answer-lookups.js";
import { applyCodeResponses } from "./consumers/apply-code-responses.js";
import { grantResponses } from "./consumers/grant-responses.js";
import { keepDiscounts } from "./consumers/keep-discounts.js";
import { keepForms } from "./consumers/keep-forms.js";
import { keepOrders } from "./consumers/keep-orders.js";
import { keepWorkspace } from "./consumers/keep-workspace.js";
import { bookMissingCounterEntries } from "./db/counter-entries.js";
import { type IncentivesSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { checkIncentives } from "./jobs/check-incentives.js";
import { dueGrants } from "./jobs/due-grants.js";
import { manifest } from "./manifest/manifest.js";
import { confirmEvents } from "./services/granting/confirm-claims.js";
import { claimBackfills } from "./services/granting/confirm-stored.js";
import { workspaceReplica } from "./services/workspaces/workspace-replica.js";

export const service: Service<IncentivesSettings, Context, Prisma.TransactionClient> = {
  name: "incentives",
  directory: new URL("../", import.meta.url),
  manifest,
  events: Object.values(events),
  audit,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: ({ GATEWAY_SIGNING_KEY }, deps) => {
    const cursorKey = deriveKey(GATEWAY_SIGNING_KEY, "cursor");
    const referencesOf = createReplicaLookups(deps);
    const lookUpWorkspace = workspaceFinder(deps, workspaceReplica);
    return (base) =>
      Object.assign(base, {
        cursorKey,
        references: referencesOf(base.principal.workspaceId, base.write),
        lookUpWorkspace: () => lookUpWorkspace(base),
      });
  },
  background: (deps) => ({
    consumers: [keepDiscounts, keepForms, keepOrders, keepWorkspace, grantResponses, applyCodeResponses],
    jobs: [
      dueGrants(deps.log),
      checkIncentives,
      backfillJob(confirmEvents, { "counter entries of credits": bookMissingCounterEntries, ...claimBackfills() }),
      lookUpWorkspaces(deps, workspaceReplica),
    ],
    tasks: [startLookupResponder(deps)],
  }),
};
