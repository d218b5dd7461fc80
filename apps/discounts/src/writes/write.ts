import type { Write } from "@offergraph/shared/subgraph/mutate";
import type { MutationContext } from "../context.js";
import type { Writing } from "../data/transaction.js";
import type { Prisma } from "../generated/prisma/client.js";

/** A mutation's transaction and workspace. */
export interface CodeWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect; see `mutate`. */
export function mutateCodes<Payload extends object>(context: MutationContext, effect: (write: CodeWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}
