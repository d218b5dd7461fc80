import type { PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Logger } from "@offergraph/shared/log/logger";
import { withSpan } from "@offergraph/shared/telemetry/tracing";
import type { Clock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import type pg from "pg";
import { auditedInsert } from "../audit/operation.js";
import { runScoped, type WorkspaceReader, workspaceReader } from "../db/workspace-reader.js";
import { outboxInsert } from "../outbox/add.js";
import { createTx, type Effects, type TxOptions } from "./create-tx.js";
import { type CreatePrismaClient, prismaConnections } from "./prisma-connection.js";
import { type OpenTransaction, type Rehearsal, rehearseTransaction, retryConflicts, runTransaction } from "./transaction.js";
import type { Tx } from "./tx.js";

export type { TxOptions } from "./create-tx.js";

/** Row-level security limits each call to one workspace. */
export interface Database<Prisma> extends WorkspaceReader {
  /**
   * Runs `effect` in one transaction and adds the emitted events to the outbox. After the commit, notifies the outbox relay and runs the
   * `onCommit` callbacks. After a conflict, repeats the transaction (see `retryConflicts`).
   */
  transaction<Result, Events extends EventDefinition = never>(
    options: TxOptions<Events>,
    effect: (tx: Tx<Prisma, Events>) => Promise<Result>,
  ): Promise<Result>;
  /**
   * Runs `effect` like `transaction`, but does not commit. The effect gets the list of the emitted events as an additional argument. The
   * caller must call `end` of the result.
   */
  rehearse<Result, Events extends EventDefinition = never>(
    options: TxOptions<Events>,
    effect: (tx: Tx<Prisma, Events>, events: readonly PendingEvent[]) => Promise<Result>,
  ): Promise<Rehearsal<Result>>;
  /**
   * Returns a Tx that commits each statement separately, in one round trip instead of three. Use this method only for frequent writes of
   * one statement without events. After a conflict, the statement is repeated.
   */
  autocommit(options: Pick<Tx<Prisma>, "workspaceId" | "now">): Pick<Tx<Prisma>, "sql" | "workspaceId" | "now">;
}

export interface DatabaseParts {
  pool: pg.Pool;
  createClient: CreatePrismaClient;
  log: Logger;
  clock: Clock;
  /** Notifies the outbox relay that events were committed. */
  notify(): void;
  /** Gets the workspace id of each transaction before the transaction begins. The callback must be fast. */
  see?(workspaceId: string): void;
}

/** Creates a Database that uses this pool (see `createPool`). */
export function createDatabase<Prisma>({ pool, createClient, log, clock, notify, see = () => undefined }: DatabaseParts): Database<Prisma> {
  const prismaOf = prismaConnections(pool, createClient);
  const retry = <Result>(workspaceId: string, attempt: () => Promise<Result>) =>
    retryConflicts(attempt, (attempts) => log.info({ attempt: attempts, workspaceId }, "transaction conflict; retrying"));
  /** Returns a function that creates a Tx for each attempt of a transaction. All attempts of a transaction have the same time. */
  const attempts = (options: TxOptions<EventDefinition>) => {
    see(options.workspaceId);
    let { now } = options;
    return (transaction: OpenTransaction) => {
      const effects: Effects = { events: [], callbacks: [] };
      // Reads the clock after the wait for a connection, because times must follow the order of commits.
      now ??= clock.now();
      return { tx: createTx(transaction, options, now, effects), effects };
    };
  };
  const transact = async <Result, Events extends EventDefinition>(
    options: TxOptions<Events>,
    effect: (tx: Tx<Prisma, Events>) => Promise<Result>,
  ): Promise<Result> => {
    const { workspaceId, audit, requestId } = options;
    const auditId = audit && newId();
    const open = attempts(options as TxOptions<EventDefinition>);
    const attempt = () =>
      runTransaction(
        { pool, prismaOf, workspaceId, auditId },
        async (transaction) => {
          const { tx, effects } = open(transaction);
          return { result: await effect(tx as Tx<Prisma, Events>), effects, tx };
        },
        ({ effects: { events }, tx: { actor, now } }) => {
          if (audit && auditId) return auditedInsert({ workspaceId, operationId: auditId, audit, actor, requestId, now }, events);
          return events.length > 0 ? outboxInsert(events) : undefined;
        },
      );
    const { result, effects } = await retry(workspaceId, attempt);
    if (effects.events.length > 0) notify();
    runCallbacks(effects, log);
    return result;
  };
  return {
    ...workspaceReader(pool),
    transaction: (options, effect) =>
      withSpan("internal", "transaction", options.traceparent, (traceparent) =>
        transact(traceparent === options.traceparent ? options : { ...options, traceparent }, effect),
      ),
    rehearse(options, effect) {
      const { workspaceId } = options;
      const open = attempts(options as TxOptions<EventDefinition>);
      const attempt = () =>
        rehearseTransaction({ pool, prismaOf, workspaceId }, (transaction) => {
          const { tx, effects } = open(transaction);
          return effect(tx as never, effects.events);
        });
      return retry(workspaceId, attempt);
    },
    autocommit({ workspaceId, now }) {
      see(workspaceId);
      const scope = { workspaceId, name: "offergraph_write" as const };
      return { workspaceId, now, sql: (statement) => retry(workspaceId, () => runScoped(pool, scope, statement)) };
    },
  };
}

/** Limits the number of tasks that run at once, for example cockatiel's `bulkhead`. */
export interface Limit {
  execute<Result>(task: () => Promise<Result>): Promise<Result>;
}

/** Returns a database that limits concurrent transactions. */
export function limited<Prisma>(database: Database<Prisma>, limit: Limit): Database<Prisma> {
  return { ...database, transaction: (options, effect) => limit.execute(() => database.transaction(options, effect)) };
}

/** Runs the callbacks after the commit. Only logs errors of callbacks, because the transaction is already committed. */
function runCallbacks({ events, callbacks }: Effects, log: Logger): void {
  if (callbacks.length === 0) return;
  const recordIds = [...new Set(events.map(({ event }) => event.subject))];
  for (const callback of callbacks) {
    try {
      callback(recordIds);
    } catch (error) {
      log.error({ err: error }, "failed to run a callback after the commit");
    }
  }
}
