import type { Read } from "@offergraph/service/db/read";
import { KeyedMutex } from "@offergraph/service/mutations/keyed-mutex";
import { createReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import { readBrand } from "./db/brands.js";
import { type Brand, noBrand } from "./domain/brand.js";
import type { FormsSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { GrantWatch } from "./services/grants/grants.js";
import { createModelProblems } from "./services/previews/model-problems.js";
import { previewTokens } from "./services/previews/token.js";
import { createLiveKeys } from "./services/responses/live-keys.js";
import { createOfferable, createVariants } from "./services/responses/variants.js";
import { deviceHashes, networkHashes, textHashes } from "./services/responses/visitor-hashes.js";
import { placementSecrets } from "./services/secrets/placement-secrets.js";
import { clickIds } from "./services/short-links/short-links.js";
import { statusTokens } from "./services/status/token.js";
import { createSurveys } from "./services/surveys/surveys.js";
import { PendingViews } from "./services/views/pending-views.js";

export type FormsServiceDeps = ServiceDeps<FormsSettings & ServiceSettings, Prisma.TransactionClient>;

export type FormsDeps = ReturnType<typeof createDeps>;

/** Creates the caches, the worker pools and the functions that use secret keys. The service calls this function once. */
export function createDeps(parts: Pick<FormsServiceDeps, "settings" | "pool" | "database" | "nats" | "lookupTimeouts" | "log" | "clock">) {
  const { pool, database, clock, settings, log } = parts;
  const surveys = createSurveys(log);
  const { GATEWAY_SIGNING_KEY: signingKey, PUBLIC_URL: publicUrl } = settings;
  const readerOf =
    (workspaceId: string): Read =>
    (statement) =>
      database.read(workspaceId, statement);
  return {
    pool,
    database,
    log,
    clock,
    publicUrl,
    readerOf,
    brandOf: async (workspaceId: string): Promise<Brand> => (await readBrand(readerOf(workspaceId))) ?? noBrand,
    referencesOf: createReplicaLookups(parts),
    liveKey: createLiveKeys(pool),
    variant: createVariants(database),
    networkHash: networkHashes(signingKey),
    deviceHash: deviceHashes(signingKey),
    textHash: textHashes(signingKey),
    clickIds: clickIds(signingKey),
    placementSecrets: placementSecrets(settings),
    statusTokens: statusTokens(signingKey),
    previewTokens: previewTokens(signingKey),
    surveys,
    isOfferable: createOfferable(surveys, log),
    modelProblems: createModelProblems(surveys),
    grants: new GrantWatch(database, log),
    views: new PendingViews(),
    rewardWaitMs: settings.REWARD_WAIT_MS,
    /** Serializes concurrent changes to a response. */
    turns: new KeyedMutex(),
  };
}

const made = new WeakMap<FormsServiceDeps, FormsDeps>();

export function depsOf(parts: FormsServiceDeps): FormsDeps {
  const deps = made.get(parts) ?? createDeps(parts);
  made.set(parts, deps);
  return deps;
}
