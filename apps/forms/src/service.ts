import { maxPage } from "@offergraph/service/replicas/kinds";
import { startReplicaResponder } from "@offergraph/service/replicas/responder";
import { lookUpWorkspaces } from "@offergraph/service/replicas/workspace-lookups";
import type { Background, Service } from "@offergraph/service/subgraph/run";
import { deriveKey } from "@offergraph/shared/access/principal";
import * as events from "@offergraph/shared/contracts/events/forms";
import { audit } from "./audit.js";
import { keepWorkspace } from "./consumers/keep-workspace.js";
import { learnFromResponses } from "./consumers/learn-from-responses.js";
import { replicateCodeValues } from "./consumers/replicate-code-values.js";
import { replicateIncentives } from "./consumers/replicate-incentives.js";
import { replicateReferences } from "./consumers/replicate-references.js";
import { readFormReferences } from "./db/forms.js";
import { readEndedResponses } from "./db/response-list.js";
import { depsOf, type FormsServiceDeps } from "./deps.js";
import { type FormsSettings, readSettings } from "./env.js";
import { type Prisma, PrismaClient } from "./generated/prisma/client.js";
import { resolvers } from "./generated/resolvers.js";
import type { Context } from "./graphql/context.js";
import { formsRoutes } from "./http/routes.js";
import { abandonResponses } from "./jobs/abandon-responses.js";
import { deleteOldResponses } from "./jobs/delete-old-responses.js";
import { manifest } from "./manifest/manifest.js";
import { createInsightsWorker } from "./services/insights/insights-worker.js";
import { startViewWriter } from "./services/views/view-writer.js";
import { workspaceReplica } from "./services/workspaces/workspace-replica.js";

export const service: Service<FormsSettings, Context, Prisma.TransactionClient> = {
  name: "forms",
  directory: new URL("../", import.meta.url),
  manifest,
  events: Object.values(events),
  audit,
  resolvers,
  readSettings,
  createClient: (adapter) => new PrismaClient({ adapter }),
  createContext: (settings, parts) => {
    const { publicUrl, surveys, placementSecrets, previewTokens, referencesOf } = depsOf(parts);
    const cursorKey = deriveKey(settings.GATEWAY_SIGNING_KEY, "cursor");
    return (base) => {
      const references = referencesOf(base.principal.workspaceId, base.write);
      return Object.assign(base, { cursorKey, publicUrl, surveys, placementSecrets, previewTokens, references });
    };
  },
  routes: (parts) => formsRoutes(depsOf(parts)),
  background,
};

function background(parts: FormsServiceDeps): Background<Prisma.TransactionClient> {
  const deps = depsOf(parts);
  const insights = createInsightsWorker();
  const { grants, surveys, readerOf } = deps;
  const { settings, nats, log, clock } = parts;
  const lookups = startReplicaResponder({
    nats,
    service: "forms",
    signingKey: settings.GATEWAY_SIGNING_KEY,
    log,
    clock,
    answers: {
      form: (workspaceId, wanted) => readFormReferences(readerOf(workspaceId), wanted),
      ended_responses: (workspaceId, { after }) => readEndedResponses(readerOf(workspaceId), after, maxPage),
    },
  });
  const stop = async () => {
    grants.stop();
    await Promise.all([insights.stop(), surveys.stop()]);
  };
  return {
    consumers: [replicateReferences, replicateCodeValues, replicateIncentives(grants), learnFromResponses(insights), keepWorkspace],
    jobs: [
      abandonResponses(deps, settings.RESPONSE_ABANDONED_AFTER_MINUTES),
      deleteOldResponses,
      lookUpWorkspaces(parts, workspaceReplica(readerOf)),
    ],
    tasks: [lookups, startViewWriter(deps), { stop }],
  };
}
