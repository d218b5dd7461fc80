import type { Actor } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Read } from "../db/read.js";

export type DataOf<Definition> = Definition extends EventDefinition<infer Data> ? Data : never;

/** The request or consumed event that caused an event. A consumed event itself is a valid value. */
export interface EventCause {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Adds an event to the outbox. `recordId` is the CloudEvents `subject`. A consumer of batches passes the consumed event as `cause`. */
export interface Emit<Events extends EventDefinition> {
  <Definition extends Events>(definition: Definition, recordId: string, data: DataOf<Definition>, cause?: EventCause): void;
  /** Exists only in the type. TypeScript can therefore reject a Tx that does not allow all events of a function. */
  readonly accepts?: (definition: Events) => void;
}

/** Runs a statement and returns plain rows (see WorkspaceReader). */
export type RunSql = Read;

/**
 * A transaction in one workspace. All writes use a transaction. A function accepts a Tx that allows more events than the function emits.
 * Pass the Tx unchanged, because a copy with the spread operator has no `prisma`. The effect may run again after a conflict, so the effect
 * must have no side effects outside the transaction, except through `onCommit`.
 */
export interface Tx<Prisma, Events extends EventDefinition = never> {
  /** The app's Prisma client (`Prisma.TransactionClient`) on the transaction's connection. The first use creates the client. */
  readonly prisma: Prisma;
  /** Runs SQL on the same connection without Prisma's conversions. */
  readonly sql: RunSql;
  readonly workspaceId: string;
  /** Time at which the transaction began. A repeated attempt has the same time as the first attempt. */
  readonly now: Date;
  /** API key and member of the caller. Consumers, jobs and the CLI have the value null. */
  readonly actor: Actor | null;
  readonly emit: Emit<Events>;
  /** Runs `callback` after a commit, but not after a rollback. `callback` gets the distinct record ids of the emitted events. */
  onCommit(callback: (recordIds: string[]) => void): void;
}

/**
 * The part of a Tx that functions with only SQL need. Functions that only read take `read: RunSql` instead, which also works without a Tx.
 */
export type SqlTx = Pick<Tx<unknown>, "sql" | "workspaceId">;

export interface MutationTx<Prisma, Events extends EventDefinition = never> extends Tx<Prisma, Events> {
  /** Validation errors, including violations of the schema's bounds. */
  readonly errors: Violations;
  /** If errors exist, rolls back, and the mutation returns the errors as userErrors. The runner also calls `check` after the effect. */
  check(): void;
}
