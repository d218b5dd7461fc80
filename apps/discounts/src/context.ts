import type { RequestBase } from "@offergraph/shared/subgraph/context";
import type { Mutating } from "@offergraph/shared/subgraph/mutate";
import type { Prisma } from "./generated/prisma/client.js";
import type { FindIncentivesOf } from "./references/incentives-of.js";
import type { Stores } from "./stores/stores.js";

/** What resolvers have of the request they work for. */
export interface Context extends RequestBase {
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Reaches stores to search them; pushes go another way, so that neither's circuit breaker holds up the other. */
  readonly stores: Stores;
  /** Finds the incentives that give a discount code; undefined when incentives gives no answer. Ask before `mutate`. */
  findIncentivesOf(discountCodeId: string): ReturnType<FindIncentivesOf>;
}

/** What resolvers of mutations have. */
export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
