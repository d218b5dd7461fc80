import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { PlacementSecrets } from "../services/secrets/placement-secrets.js";
import type { Surveys } from "../services/surveys/surveys.js";

export interface Context extends RequestBase {
  readonly cursorKey: Buffer;
  readonly publicUrl: string;
  /** Resolves references to records of other services. Call this before the transaction begins, because a lookup may take 300 ms. */
  readonly references: ReplicaLookups;
  readonly surveys: Surveys;
  readonly placementSecrets: PlacementSecrets;
}

export interface MutationContext extends Context, MutationRunner {}
