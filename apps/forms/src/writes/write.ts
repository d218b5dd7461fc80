import type { Write } from "@offergraph/shared/subgraph/mutate";
import type { MutationContext } from "../context.js";
import type { Writing } from "../data/transaction.js";
import type { Prisma } from "../generated/prisma/client.js";

/** A mutation's transaction with its workspace. */
export interface FormWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect; see the service runtime's `mutate`. */
export function mutateForms<Payload extends object>(context: MutationContext, effect: (write: FormWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}
