import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError } from "@offergraph/shared/errors/user-error";
import type { Database, TxOptions } from "./database.js";
import { withErrors } from "./run-mutation.js";
import type { MutationTx, Tx } from "./tx.js";

/** Returns the MutationTx of a CLI command. `check` throws one Error that lists all validation errors. */
export function commandTx<Prisma, Events extends EventDefinition>(tx: Tx<Prisma, Events>): MutationTx<Prisma, Events> {
  return withErrors(tx, throwAll);
}

/** Runs the effect of a CLI command in one transaction. If validation fails, rolls back and throws one Error that lists all errors. */
export function runCommand<Prisma, Result, Events extends EventDefinition = never>(
  database: Database<Prisma>,
  options: TxOptions<Events>,
  effect: (tx: MutationTx<Prisma, Events>) => Promise<Result>,
): Promise<Result> {
  return database.transaction(options, async (plain) => {
    const tx = commandTx(plain);
    const result = await effect(tx);
    tx.check();
    return result;
  });
}

function throwAll(errors: UserError[]): never {
  throw new Error(errors.map(({ field, message }) => `${field.join(".")}: ${message}`).join("\n"));
}
