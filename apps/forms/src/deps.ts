import type { Read } from "@offergraph/service/db/read";
import { KeyedMutex } from "@offergraph/service/mutations/keyed-mutex";
import { createReplicaLookups, type ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import type { FormsSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { GrantWatch } from "./services/grants/grants.js";
import { createOfferable, createVariants, type Offerable, type Variants } from "./services/responses/variants.js";
import { deviceHashes, networkHashes, textHashes } from "./services/responses/visitor-hashes.js";
import { type PlacementSecrets, placementSecrets } from "./services/secrets/placement-secrets.js";
import { type ClickIds, clickIds } from "./services/short-links/short-links.js";
import { type StatusTokens, statusTokens } from "./services/status/token.js";
import { createSurveys, type Surveys } from "./services/surveys/surveys.js";

export type ServiceParts = ServiceDeps<FormsSettings & ServiceSettings, Prisma.TransactionClient>;

/** Created once by the service: caches, worker pools and keyed functions. */
export interface FormsDeps extends Pick<ServiceParts, "pool" | "database" | "log" | "clock"> {
  publicUrl: string;
  /** Runs read-only statements in a workspace. */
  readerOf(workspaceId: string): Read;
  referencesOf(workspaceId: string): ReplicaLookups;
  variant: Variants;
  networkHash(workspaceId: string, address: string): string | null;
  deviceHash: ReturnType<typeof deviceHashes>;
  textHash: ReturnType<typeof textHashes>;
  clickIds: ClickIds;
  isOfferable: Offerable;
  placementSecrets: PlacementSecrets;
  /** Tokens of the private pages that show a response's rewards. */
  statusTokens: StatusTokens;
  surveys: Surveys;
  /** Notifies requests that wait for grants. */
  grants: GrantWatch;
  rewardWaitMs: number;
  /** Serializes changes to a response. */
  turns: KeyedMutex;
}

type Parts = Pick<ServiceParts, "settings" | "pool" | "database" | "nats" | "log" | "clock">;

export function createDeps(parts: Parts): FormsDeps {
  const { pool, database, clock, settings, log } = parts;
  const surveys = createSurveys(log);
  const { GATEWAY_SIGNING_KEY: signingKey, PUBLIC_URL: publicUrl } = settings;
  return {
    pool,
    database,
    log,
    clock,
    publicUrl,
    readerOf: (workspaceId) => (statement) => database.read(workspaceId, statement),
    referencesOf: createReplicaLookups(parts),
    variant: createVariants(database),
    networkHash: networkHashes(signingKey),
    deviceHash: deviceHashes(signingKey),
    textHash: textHashes(signingKey),
    clickIds: clickIds(signingKey),
    placementSecrets: placementSecrets(settings),
    statusTokens: statusTokens(signingKey),
    surveys,
    isOfferable: createOfferable(surveys, log),
    grants: new GrantWatch(database, log),
    rewardWaitMs: settings.REWARD_WAIT_MS,
    turns: new KeyedMutex(),
  };
}

const made = new WeakMap<ServiceParts, FormsDeps>();

/** Returns the service's deps, shared by its resolvers, routes and background work. */
export function depsOf(parts: ServiceParts): FormsDeps {
  const deps = made.get(parts) ?? createDeps(parts);
  made.set(parts, deps);
  return deps;
}
