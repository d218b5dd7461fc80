import type { Write } from "@offergraph/shared/subgraph/mutate";
import type { MutationContext } from "../context.js";
import type { Writing } from "../data/transaction.js";
import type { Prisma } from "../generated/prisma/client.js";

/** Transaction of a mutation in its workspace. */
export interface IncentiveWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect: see `mutate` of the kit. */
export function mutateIncentives<Payload extends object>(context: MutationContext, effect: (write: IncentiveWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}
