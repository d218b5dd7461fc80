import type { Mutating } from "@offergraph/service/mutations/mutate";
import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { Prisma } from "../generated/prisma/client.js";
import type { PlacementSecrets } from "../services/secrets/placement-secrets.js";
import type { Surveys } from "../services/surveys/surveys.js";

/** Request context of resolvers. */
export interface Context extends RequestBase {
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Public base URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Resolves references to other services' records. Call before `mutate`: a lookup may take 300 ms. */
  readonly references: ReplicaLookups;
  /** SurveyJS, in worker threads. */
  readonly surveys: Surveys;
  /** Encrypts and decrypts the secrets of placements. */
  readonly placementSecrets: PlacementSecrets;
}

/** Request context of mutation resolvers. */
export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
