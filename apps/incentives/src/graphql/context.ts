import type { KeyObject } from "node:crypto";
import type { ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { QueryOf } from "@offergraph/service/subgraph/query";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { QueryResolvers } from "../generated/types.js";

export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: KeyObject;
  /** Looks up records of other services. Must not run in a transaction, because each lookup can take 300 ms. */
  readonly references: ReplicaLookups;
  /** Looks up the workspace. Stores the settings if a reply arrives within 300 ms. Must not run in a transaction. */
  readonly lookUpWorkspace: () => Promise<void>;
}

/** Type of the resolver for a query that can have warnings. */
export type WarningQueryField<Field extends keyof QueryResolvers> = QueryOf<QueryResolvers[Field]>;

export interface MutationContext extends Context, MutationRunner {}
