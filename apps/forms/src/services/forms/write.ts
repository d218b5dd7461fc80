import type { Write } from "@offergraph/service/mutations/mutate";
import type { Writing } from "../../db/transaction.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { MutationContext } from "../../graphql/context.js";

/** A mutation's transaction with its workspace. */
export interface FormWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect; see the service runtime's `mutate`. */
export function mutateForms<Payload extends object>(context: MutationContext, effect: (write: FormWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}
