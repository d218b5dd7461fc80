import type { UserErrorCode } from "@offergraph/shared/errors/user-error";
import type { Write } from "@offergraph/shared/subgraph/mutate";
import type { MutationContext } from "../context.js";
import type { Writing } from "../data/transaction.js";
import type { Path } from "../domain/fields.js";
import type { Prisma } from "../generated/prisma/client.js";

/** A mutation's transaction, which knows its workspace. */
export interface CodeWrite extends Writing, Pick<Write<Prisma.TransactionClient>, "violations" | "check" | "emit"> {}

/** Runs a mutation's effect: see `mutate` of the kit. */
export function mutateCodes<Payload extends object>(context: MutationContext, effect: (write: CodeWrite) => Promise<Payload>) {
  const { workspaceId } = context.principal;
  return context.mutate<Payload>((write) => effect({ ...write, workspaceId }));
}

/** Leaves with this violation and those found before. */
export function refuse(write: Pick<CodeWrite, "violations" | "check">, path: Path, code: UserErrorCode, message: string): never {
  write.violations.add(path, code, message);
  return leave(write);
}

/** Leaves with the violations that were found. */
export function leave(write: Pick<CodeWrite, "check">): never {
  write.check();
  throw new Error("A mutation was to leave with violations and has none.");
}
