import type { Read } from "@offergraph/shared/database/read";
import { createReferences, type References } from "@offergraph/shared/references/find";
import type { ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { Turns } from "@offergraph/shared/subgraph/turns";
import type { FormsSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { type GrantWatch, grantWatchOf } from "../grants/watch.js";
import { type PlacementSecrets, placementSecrets } from "../secrets/placement-secrets.js";
import { type ClickIds, clickIds } from "../short-links/click-id.js";
import { type StatusTokens, statusTokens } from "../status/token.js";
import { surveysOf } from "../surveys/of-service.js";
import type { Surveys } from "../surveys/surveys.js";
import { deviceHashes, networkHashes, textHashes } from "./network.js";
import { createOfferable, type Offerable } from "./offerable.js";
import { createVariants, type Variants } from "./variants.js";

export type FormsParts = ServiceParts<FormsSettings & ServiceSettings, Prisma.TransactionClient>;

/** Dependencies of the handlers of visitors' requests. */
export interface Collecting extends Pick<FormsParts, "pool" | "clock" | "relay"> {
  publicUrl: string;
  /** Runs one statement in a workspace, in its own transaction. */
  readIn(workspaceId: string): Read;
  referencesOf(workspaceId: string): References;
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
  turns: Turns;
}

export function createCollecting(parts: FormsParts): Collecting {
  const { pool, clock, relay, reader, settings, log } = parts;
  const surveys = surveysOf(parts);
  const { GATEWAY_SIGNING_KEY: signingKey, PUBLIC_URL: publicUrl } = settings;
  return {
    pool,
    clock,
    relay,
    publicUrl,
    readIn: (workspaceId) => (statement) => reader.read(workspaceId, statement),
    referencesOf: createReferences(parts),
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
    grantsWaitMs: settings.GRANTS_WAIT_MS,
    turns: new Turns(),
  };
}
