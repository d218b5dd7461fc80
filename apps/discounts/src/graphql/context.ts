import type { RequestBase } from "@offergraph/service/subgraph/context";
import type { MutationRunner } from "@offergraph/service/tx/mutation";
import type { QueryResolvers } from "../generated/types.js";
import type { FindIncentivesOf } from "../services/incentives/incentives-of.js";
import type { Stores } from "../services/stores/stores.js";

export interface Context extends RequestBase {
  readonly cursorKey: Buffer;
  /** Stores for searches. Pushes use separate circuit breakers. */
  readonly stores: Stores;
  /** Must be called before the transaction begins. */
  findIncentivesOf(discountCodeId: string): ReturnType<FindIncentivesOf>;
}

export interface MutationContext extends Context, MutationRunner {}

/** Type of a query's resolver. */
export type QueryField<Field extends keyof QueryResolvers> = NonNullable<QueryResolvers[Field]>;
