import type { Actor } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Finding } from "@offergraph/shared/errors/warning";
import type { Read } from "../db/read.js";

export type DataOf<Definition> = Definition extends EventDefinition<infer Data> ? Data : never;

/** The request or the consumed event that caused an emitted event. */
export interface EventCause {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/**
 * Adds an event to the outbox. `recordId` is the `subject` of the CloudEvent. A consumer that handles batches must pass the consumed event
 * as `cause`.
 */
export interface Emit<Events extends EventDefinition> {
  <Definition extends Events>(definition: Definition, recordId: string, data: DataOf<Definition>, cause?: EventCause): void;
  /** Only for type checks: TypeScript rejects a Tx that does not allow all events of a function. */
  readonly accepts?: (definition: Events) => void;
}

/** Runs a statement and returns plain rows (see WorkspaceReader). */
export type RunSql = Read;

/**
 * A transaction in one workspace. All writes use a transaction. A function accepts a Tx that allows more events than the function emits. Do
 * not copy the Tx, because `{ ...tx }` has no `prisma`. The effect runs again after a conflict, so side effects outside the transaction
 * must use `onCommit`.
 */
export interface Tx<Prisma, Events extends EventDefinition = never> {
  /** The app's Prisma client (`Prisma.TransactionClient`) in this transaction. The first use creates the Prisma client. */
  readonly prisma: Prisma;
  /** Runs SQL in this transaction without Prisma's conversions of values. */
  readonly sql: RunSql;
  readonly workspaceId: string;
  /** The time at which the transaction began. All attempts of a transaction have the same time. */
  readonly now: Date;
  /** The caller's API key and member; null for consumers, jobs and the CLI. */
  readonly actor: Actor | null;
  readonly emit: Emit<Events>;
  /** Runs `callback` after the commit, with the distinct record ids of the emitted events. After a rollback, `callback` does not run. */
  onCommit(callback: (recordIds: string[]) => void): void;
}

/** The part of a Tx for functions that only run SQL. For functions that only read, use `read: RunSql`. */
export type SqlTx = Pick<Tx<unknown>, "sql" | "workspaceId">;

export interface MutationTx<Prisma, Events extends EventDefinition = never> extends Tx<Prisma, Events> {
  /** Validation errors, including violations of the schema's bounds. */
  readonly errors: Violations;
  /**
   * If `errors` is not empty, rolls back the transaction and ends the mutation with these userErrors. The runner calls `check` again after
   * the effect.
   */
  check(): void;
  /** Adds warnings to the response. If errors roll back the mutation, the response has no warnings. */
  warn(...found: Finding[]): void;
}
