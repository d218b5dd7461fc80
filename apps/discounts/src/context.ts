import type { RequestBase } from "@offergraph/shared/subgraph/context";
import type { Mutating } from "@offergraph/shared/subgraph/mutate";
import type { Prisma } from "./generated/prisma/client.js";
import type { FindIncentivesOf } from "./references/incentives-of.js";
import type { Stores } from "./stores/stores.js";

/** Request context of resolvers. */
export interface Context extends RequestBase {
  readonly cursorKey: Buffer;
  /** Stores for searches. Pushes use separate circuit breakers. */
  readonly stores: Stores;
  /** Finds incentives that give a discount code; undefined if the incentives service does not respond. Call it before `mutate`. */
  findIncentivesOf(discountCodeId: string): ReturnType<FindIncentivesOf>;
}

export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
