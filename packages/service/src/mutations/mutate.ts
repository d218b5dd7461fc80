import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { Statement } from "../db/statement.js";
import { anyEvent } from "../tx/create-tx.js";
import { legacyWrite } from "../tx/legacy.js";
import type { MutationRunner } from "../tx/mutation.js";

/** Transaction of a mutation that is not defined by `mutation` yet; see tx/tx.ts. */
export interface Write<Transaction> {
  readonly transaction: Transaction;
  /** Runs a query in this transaction; returns lean rows. */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** Validation errors, including the guard's. */
  readonly violations: Violations;
  /** The time of the write. */
  readonly now: Date;
  /** If there are violations, rolls back and returns them as userErrors. Also called after the effect. */
  check(): void;
  /** Adds an event to the outbox in this transaction, in call order. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** Context of mutations that are not defined by `mutation` yet. */
export interface Mutating<Transaction> extends MutationRunner {
  /** The guard's violations for this field; rules that need no database can add more. */
  readonly violations: Violations;
  mutate<Payload extends object>(
    effect: (write: Write<Transaction>) => Promise<Payload>,
  ): Promise<Partial<Payload> & { userErrors: UserError[] }>;
}

/** Adds `mutate` to a mutation's runner. */
export function mutating<Transaction>(runner: MutationRunner): Mutating<Transaction> {
  return {
    ...runner,
    violations: runner.errors,
    mutate: async (effect) => (await runner.runMutation(anyEvent, (tx) => effect(legacyWrite(tx as never)))) as never,
  };
}
