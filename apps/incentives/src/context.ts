import type { ReplicaLookups } from "@offergraph/shared/references/resolve";
import type { RequestBase } from "@offergraph/shared/subgraph/context";
import type { Mutating } from "@offergraph/shared/subgraph/mutate";
import type { Prisma } from "./generated/prisma/client.js";

/** GraphQL context of a request. */
export interface Context extends RequestBase {
  /** Key that signs cursors. */
  readonly cursorKey: Buffer;
  /** Looks up records of other services. Call it before `mutate`: a lookup can take 300 ms. */
  readonly references: ReplicaLookups;
}

export interface MutationContext extends Context, Mutating<Prisma.TransactionClient> {}
