import type { References } from "@offergraph/shared/references/find";
import type { RequestBase } from "@offergraph/shared/subgraph/context";
import type { Mutating } from "@offergraph/shared/subgraph/mutate";
import type { Prisma } from "./generated/prisma/client.js";

/** What resolvers have of the request they work for. */
export interface Context extends RequestBase {
  /** Signs cursors. */
  readonly cursorKey: Buffer;
  /** Finds others' records that the request's workspace may refer to. Ask before `mutate`: an answer may take 300 ms. */
  readonly references: References;
}

/** What resolvers of mutations have. */
export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
