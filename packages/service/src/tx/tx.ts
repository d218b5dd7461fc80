import type { Actor } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Read } from "../db/read.js";

export type DataOf<Definition> = Definition extends EventDefinition<infer Data> ? Data : never;

/** The request or consumed event that caused an event. A consumed event can be passed unchanged. */
export interface EventCause {
  readonly requestId?: string | undefined;
  readonly traceparent?: string | undefined;
}

/** Adds an event to the outbox. `recordId` is the CloudEvents `subject`. In a batch, `cause` is the consumed event. */
export interface Emit<Events extends EventDefinition> {
  <Definition extends Events>(definition: Definition, recordId: string, data: DataOf<Definition>, cause?: EventCause): void;
  /** Exists only in the type, so that TypeScript rejects a Tx that does not allow all needed events. */
  readonly accepts?: (definition: Events) => void;
}

/** Runs a statement and returns plain rows (see WorkspaceReader). */
export type RunSql = Read;

/**
 * A transaction in one workspace. All writes use a transaction. A function that needs few `Events` accepts a Tx that allows more. Pass
 * the Tx unchanged, because a copy by spread has no `prisma`. The effect may run again after a conflict, so the effect must have no side
 * effects outside the transaction, except through `onCommit`.
 */
export interface Tx<Prisma, Events extends EventDefinition = never> {
  /** The app's Prisma client (`Prisma.TransactionClient`) on the transaction's connection; created on first use. */
  readonly prisma: Prisma;
  /** SQL on the same connection without Prisma's conversions. */
  readonly sql: RunSql;
  readonly workspaceId: string;
  /** Time at which the transaction began. Retries keep the time of the first attempt. */
  readonly now: Date;
  /** API key and member of the caller; null for consumers, jobs and the CLI. */
  readonly actor: Actor | null;
  readonly emit: Emit<Events>;
  /** Runs `callback` after a commit, but not after a rollback. `callback` gets the distinct record ids of the emitted events. */
  onCommit(callback: (recordIds: string[]) => void): void;
}

/** Part of a Tx for functions that only run SQL. Functions that only read take `read: RunSql` instead, which also works without a Tx. */
export type SqlTx = Pick<Tx<unknown>, "sql" | "workspaceId">;

export interface MutationTx<Prisma, Events extends EventDefinition = never> extends Tx<Prisma, Events> {
  /** Validation errors, including violations of the schema's bounds. */
  readonly errors: Violations;
  /** If errors exist, rolls back and returns the errors as userErrors. The runner also calls `check` after the effect. */
  check(): void;
}
