import type { Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import * as events from "@offergraph/shared/contracts/events/workspace";
import { audit } from "./audit.js";
import { background } from "./background.js";
import { readSettings, type WorkspaceServiceSettings, webhookSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { fieldUsageRoute } from "./http/field-usage.js";
import { keyUsageRoute } from "./http/key-usage.js";
import { listenRoutes } from "./http/listen.js";
import { oauthRoutes } from "./http/oauth/routes.js";
import { manifest } from "./manifest/manifest.js";
import { jobFinder } from "./services/jobs/find-job.js";
import { noteLaterBatches } from "./services/webhooks/backlog.js";
import type { DispatcherSettings } from "./services/webhooks/dispatcher.js";

/**
 * @param dispatcher settings of the webhook dispatcher, which tests change
 * @param finder creates the lookup of jobs in other services
 */
export const serviceWith = (
  dispatcher?: Partial<DispatcherSettings>,
  finder: typeof jobFinder = jobFinder,
): Service<WorkspaceServiceSettings, Context, Prisma.TransactionClient> => ({
  name: "workspace",
  directory: new URL("../", import.meta.url),
  manifest,
  events: Object.values(events),
  audit,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: (settings, deps) => {
    const findJob = finder(deps);
    const { PUBLIC_URL: publicUrl, GATEWAY_SIGNING_KEY: signingKey } = settings;
    const cursorKey = deriveKey(settings.GATEWAY_SIGNING_KEY, "cursor");
    const webhooks = webhookSettings(settings);
    return (base) =>
      Object.assign(base, { cursorKey, webhooks, publicUrl, signingKey, findJob: (id: string) => findJob(base.principal.workspaceId, id) });
  },
  routes: (deps) => [...keyUsageRoute(deps), ...fieldUsageRoute(deps), ...listenRoutes(deps), ...oauthRoutes(deps)],
  findLaterWork: noteLaterBatches,
  background: (deps) => background(deps, dispatcher),
});

export const service = serviceWith();
