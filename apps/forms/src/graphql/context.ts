import type { KeyObject } from "node:crypto";
import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { QueryOf } from "@offergraph/service/subgraph/query";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { QueryResolvers } from "../generated/types.js";
import type { PreviewTokens } from "../services/previews/token.js";
import type { PlacementSecrets } from "../services/secrets/placement-secrets.js";
import type { Surveys } from "../services/surveys/surveys.js";

export interface Context extends RequestBase {
  readonly cursorKey: KeyObject;
  readonly publicUrl: string;
  /**
   * Resolves references to records of other services. Resolve references before the transaction begins, because a lookup may take 300 ms.
   */
  readonly references: ReplicaLookups;
  readonly surveys: Surveys;
  readonly placementSecrets: PlacementSecrets;
  readonly previewTokens: PreviewTokens;
}

/** Resolver type of queries that can return warnings. */
export type WarningQueryField<Field extends keyof QueryResolvers> = QueryOf<QueryResolvers[Field]>;

export interface MutationContext extends Context, MutationRunner {}
