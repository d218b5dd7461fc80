import type { Write } from "@offergraph/service/mutations/mutate";
import type { Writing } from "../../db/transaction.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { MutationContext } from "../../graphql/context.js";

/** Transaction of a mutation in its workspace. */
export interface IncentiveWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect: see `mutate` of the kit. */
export function mutateIncentives<Payload extends object>(context: MutationContext, effect: (write: IncentiveWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}
