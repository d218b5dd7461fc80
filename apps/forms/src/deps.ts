import type { Read } from "@offergraph/service/db/read";
import { KeyedMutex } from "@offergraph/service/mutations/keyed-mutex";
import { createReplicaLookups, type ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { ServiceDeps, ServiceSettings } from "@offergraph/service/subgraph/run";
import type { FormsSettings } from "./env.js";
import type { Prisma } from "./generated/prisma/client.js";
import { type GrantWatch, grantWatchOf } from "./services/grants/watch.js";
import { createOfferable, type Offerable } from "./services/responses/offerable.js";
import { createVariants, type Variants } from "./services/responses/variants.js";
import { deviceHashes, networkHashes, textHashes } from "./services/responses/visitor-hashes.js";
import { type PlacementSecrets, placementSecrets } from "./services/secrets/placement-secrets.js";
import { type ClickIds, clickIds } from "./services/short-links/click-id.js";
import { type StatusTokens, statusTokens } from "./services/status/token.js";
import { surveysOf } from "./services/surveys/of-service.js";
import type { Surveys } from "./services/surveys/surveys.js";

export type FormsParts = ServiceDeps<FormsSettings & ServiceSettings, Prisma.TransactionClient>;

/** Dependencies of the handlers of visitors' requests. */
export interface CollectDeps extends Pick<FormsParts, "pool" | "clock" | "relay"> {
  publicUrl: string;
  /** Runs one statement in a workspace, in its own transaction. */
  readIn(workspaceId: string): Read;
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
  /** SurveyJS, in worker threads. */
  surveys: Surveys;
  /** Notifies requests that wait for grants. */
  grants: GrantWatch;
  grantsWaitMs: number;
  /** Serializes changes to a response. */
  turns: KeyedMutex;
}

export function createCollectDeps(parts: FormsParts): CollectDeps {
  const { pool, clock, relay, reader, settings, log } = parts;
  const surveys = surveysOf(parts);
  const { GATEWAY_SIGNING_KEY: signingKey, PUBLIC_URL: publicUrl } = settings;
  return {
    pool,
    clock,
    relay,
    publicUrl,
    readIn: (workspaceId) => (statement) => reader.read(workspaceId, statement),
    referencesOf: createReplicaLookups(parts),
    variant: createVariants(reader),
    networkHash: networkHashes(signingKey),
    deviceHash: deviceHashes(signingKey),
    textHash: textHashes(signingKey),
    clickIds: clickIds(signingKey),
    placementSecrets: placementSecrets(settings),
    statusTokens: statusTokens(signingKey),
    surveys,
    isOfferable: createOfferable(surveys, log),
    grants: grantWatchOf(parts),
    grantsWaitMs: settings.REWARD_WAIT_MS,
    turns: new KeyedMutex(),
  };
}
