import type { References } from "@offergraph/shared/references/find";
import type { RequestBase } from "@offergraph/shared/subgraph/context";
import type { Mutating } from "@offergraph/shared/subgraph/mutate";
import type { Prisma } from "./generated/prisma/client.js";
import type { PlacementSecrets } from "./secrets/placement-secrets.js";
import type { Surveys } from "./surveys/surveys.js";

/** What resolvers have of the request they work for. */
export interface Context extends RequestBase {
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Where callers and visitors reach the system, without a slash at its end. */
  readonly publicUrl: string;
  /** Finds others' records that the request's workspace may refer to. Ask before `mutate`: an answer may take 300 ms. */
  readonly references: References;
  /** SurveyJS, beside the event loop. */
  readonly surveys: Surveys;
  /** Encrypts and decrypts the secrets of placements. */
  readonly placementSecrets: PlacementSecrets;
}

/** What resolvers of mutations have. */
export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
