import { setTimeout as wait } from "node:timers/promises";
import { PublicError } from "@offergraph/shared/errors/public-error";
import pg from "pg";
import { queryScoped } from "../db/scoped-client.js";
import type { Scope } from "../db/scoped-query.js";
import type { Statement } from "../db/statement.js";
import { assertWorkspaceId, connectTo } from "../db/workspace-reader.js";
import type { PrismaConnection } from "./prisma-connection.js";

const maxMs = 30_000;
const maxOpenMs = 5_000;
const maxRetries = 3;

export class OpenTransaction {
  #prisma: PrismaConnection | undefined;
  #client: unknown;
  #isOver = false;
  #isBegun = false;
  #beginning: Promise<unknown> | undefined;

  constructor(
    readonly connection: pg.PoolClient,
    private readonly workspaceId: string,
    private readonly prismaOf: (connection: pg.PoolClient) => PrismaConnection,
    private readonly auditId?: string,
  ) {}

  get prisma(): unknown {
    this.#assertOpen();
    if (!this.#prisma) {
      this.#prisma = this.prismaOf(this.connection);
      // Calls open() only once, because a second call would reset the flag that Prisma has rolled back a part of the transaction.
      this.#client = this.#prisma.open(() => this.begin());
    }
    return this.#client;
  }

  async sql<Row>(statement: Statement): Promise<Row[]> {
    this.#assertOpen();
    await this.#beginning;
    return query(this.connection, statement, this.#beginOnce());
  }

  /** Begins the transaction without a statement. By default, the transaction begins in the same round trip as the first statement. */
  async begin(): Promise<void> {
    if (!this.#isBegun) {
      this.#isBegun = true;
      const audited = this.auditId === undefined ? "" : `; SET LOCAL app.audit_operation = '${this.auditId}'`;
      this.#beginning = this.connection.query(`BEGIN; SET LOCAL app.workspace_id = '${this.workspaceId}'${audited}`);
    }
    await this.#beginning;
  }

  /** Runs `last`, if any, and commits in the same round trip. Does nothing if the transaction has not begun and `last` is undefined. */
  async commit(last: Statement | undefined): Promise<void> {
    if (last) await query(this.connection, last, this.#beginOnce(), true);
    else if (this.#isBegun && (await this.connection.query("COMMIT")).command !== "COMMIT") throw ignoredError();
  }

  /** Rejects later statements and waits for Prisma's running statements. Returns false if Prisma rolled back a part of the transaction. */
  async close(): Promise<boolean> {
    this.#isOver = true;
    return (await this.#prisma?.close()) ?? true;
  }

  /** Returns the scope of the first statement, which begins the transaction. */
  #beginOnce(): Scope | undefined {
    if (this.#isBegun) return undefined;
    this.#isBegun = true;
    const { workspaceId, auditId } = this;
    return { workspaceId, auditId, name: auditId === undefined ? "offergraph_write" : "offergraph_audited", begins: true };
  }

  #assertOpen(): void {
    if (this.#isOver) throw new Error("Invariant violated: a transaction was used after it had ended.");
  }
}

/**
 * Runs `effect` in one transaction of a workspace. One round trip begins the transaction and sets the workspace for row-level security.
 * Rejects if the transaction takes longer than 30 s, or if the connection is lost. Rejects if the effect ignored a failed statement,
 * because PostgreSQL has rolled back the transaction.
 */
export async function runTransaction<Result>(
  source: TransactionSource,
  effect: (transaction: OpenTransaction) => Promise<Result>,
  last: (result: Result) => Statement | undefined = () => undefined,
): Promise<Result> {
  const { result, transaction } = await execute(source, effect);
  const { connection } = transaction;
  try {
    await transaction.commit(last(result));
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  connection.release();
  return result;
}

/** A transaction that never commits. The transaction stays open until the caller calls `end`, for at most 5 s. */
export interface Rehearsal<Result> {
  readonly result: Result;
  /** Runs a query that sees the changes of the transaction. Throws PublicError `dry_run_limit` after the end of the transaction. */
  readonly read: <Row>(statement: Statement) => Promise<Row[]>;
  /** Rolls back the transaction and releases its connection. */
  end(): Promise<void>;
}

/**
 * Like `runTransaction`, but keeps the transaction open and never commits the transaction. Checks deferred constraints, as a commit does.
 */
export async function rehearseTransaction<Result>(...given: Parameters<typeof execute<Result>>): Promise<Rehearsal<Result>> {
  const { result, transaction } = await execute(...given);
  const { connection } = transaction;
  try {
    await transaction.begin();
    await connection.query("SET CONSTRAINTS ALL IMMEDIATE");
  } catch (error) {
    await rollBack(connection);
    throw error;
  }
  return { result, ...keepOpen(connection) };
}

/** Rolls back after `milliseconds`, because the transaction holds locks. */
export function keepOpen(connection: pg.PoolClient, milliseconds = maxOpenMs): Omit<Rehearsal<unknown>, "result"> {
  // Runs one statement at a time, because a pg client cannot run concurrent statements.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Done>(run: () => Promise<Done>): Promise<Done> => {
    const done = last.then(run, run);
    last = done;
    return done;
  };
  let ended: Promise<void> | undefined;
  const end = () => {
    clearTimeout(timer);
    ended ??= inTurn(() => rollBack(connection));
    return ended;
  };
  const timer = setTimeout(() => void end(), milliseconds);
  const read = <Row>(statement: Statement) =>
    inTurn(() => {
      if (ended) throw tooLong(milliseconds);
      return query<Row>(connection, statement);
    });
  return { read, end };
}

function tooLong(milliseconds: number): PublicError {
  const message = `Reading the fields of the dry run's result took longer than ${milliseconds / 1000} s. Nothing was changed. Request fewer fields.`;
  return new PublicError("dry_run_limit", message);
}

export interface TransactionSource {
  pool: pg.Pool;
  prismaOf: (connection: pg.PoolClient) => PrismaConnection;
  workspaceId: string;
  /** Id of an audited operation: the triggers of audited tables record the changes of the transaction under this id. */
  auditId?: string | undefined;
}

/** Runs `effect` in a transaction. After an error, rolls back. After success, the caller must end the transaction. */
async function execute<Result>(
  { pool, prismaOf, workspaceId, auditId }: TransactionSource,
  effect: (transaction: OpenTransaction) => Promise<Result>,
): Promise<{ result: Result; transaction: OpenTransaction }> {
  assertWorkspaceId(workspaceId);
  const connection = await connectTo(pool);
  const transaction = new OpenTransaction(connection, workspaceId, prismaOf, auditId);
  try {
    const result = await inTime(effect(transaction));
    if (!(await transaction.close())) throw ignoredError();
    return { result, transaction };
  } catch (error) {
    await transaction.close();
    // After the timeout, the effect may still use this connection, so the pool must close it.
    await rollBack(connection, error instanceof TookTooLong);
    throw error;
  }
}

async function rollBack(connection: pg.PoolClient, isUnusable = false): Promise<void> {
  const isLost = await connection.query("ROLLBACK").then(
    () => false,
    () => true,
  );
  connection.release(isUnusable || isLost);
}

function ignoredError(): Error {
  return new Error("A statement failed and the caller ignored its error, so the transaction was rolled back.");
}

function query<Row>(connection: pg.PoolClient, statement: Statement, scope?: Scope, commits = false): Promise<Row[]> {
  return new Promise((resolve, reject) => {
    queryScoped(connection, scope, statement, (error, rows) => (error ? reject(error) : resolve(rows as Row[])), commits);
  });
}

/**
 * Runs `attempt`. After a conflict, runs `attempt` again, at most 3 times. Conflicts are serialization failures (SQLSTATE 40001), deadlocks
 * (40P01), invalid plans after a migration (0A000) and lost prepared statements (26000).
 */
export async function retryConflicts<Result>(attempt: () => Promise<Result>, onRetry: (attempts: number) => void): Promise<Result> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (attempts > maxRetries || !isConflict(error)) throw error;
      onRetry(attempts);
      await wait(Math.random() * 20 * 2 ** attempts);
    }
  }
}

/** Error for a transaction that exceeded its maximum duration. */
export class TookTooLong extends Error {}

async function inTime<Result>(effect: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TookTooLong(`The transaction took longer than ${maxMs} ms.`)), maxMs);
  });
  try {
    return await Promise.race([effect, late]);
  } finally {
    clearTimeout(timer);
  }
}

const retried = new Set(["40001", "40P01", "0A000", "26000"]);

/** True if the error is a conflict. Accepts errors of pg, of Prisma's models (P2034) and of Prisma's raw queries. */
export function isConflict(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof pg.DatabaseError) return retried.has(error.code ?? "");
  const { code, meta } = error as { code?: unknown; meta?: { driverAdapterError?: { cause?: { kind?: unknown } } } };
  return code === "P2034" || meta?.driverAdapterError?.cause?.kind === "TransactionWriteConflict";
}
