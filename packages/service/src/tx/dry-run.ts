import type { DryRunReport } from "@offergraph/shared/access/dry-run";
import type { CloudEvent, PendingEvent } from "@offergraph/shared/contracts/cloud-event";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { raw } from "../db/statement.js";
import type { Rehearsal } from "./transaction.js";
import type { RunSql, Tx } from "./tx.js";

/** Work that jobs and consumers would do after a mutation: the number of queued tasks by name, and notes about steps. */
export type LaterWork = Partial<Pick<DryRunReport, "queued" | "notes">>;

/**
 * Finds the work that jobs and consumers would do after these events. Runs at the end of a dry run's transaction. The function's own writes
 * are rolled back.
 */
export type FindLaterWork = (tx: Pick<Tx<unknown>, "sql" | "workspaceId" | "now">, events: readonly CloudEvent[]) => Promise<LaterWork>;

type Write = (tx: Tx<never>) => Promise<void>;

const maxEvents = 100;
// Must be less than the gateway's timeout of 15 s.
const maxMs = 10_000;

/**
 * The state of a request that is a dry run. A mutation's transaction stays open until all fields of its result are resolved. `end` rolls
 * back the transaction of the dry run.
 */
export class DryRun {
  readonly mutations: DryRunReport[] = [];
  #open: Rehearsal<unknown> | undefined;
  #earlier: Write[] = [];
  #generation = 0;
  readonly #deadline = performance.now() + maxMs;

  constructor(private readonly findLaterWork: FindLaterWork = async () => ({})) {}

  /** Reads in the transaction of the current mutation; undefined before the transaction and after its end. */
  get read(): RunSql | undefined {
    return this.#open?.read;
  }

  /** The number of ended mutations. When the number changes, earlier reads are out of date. */
  get generation(): number {
    return this.#generation;
  }

  /** Starts the report of a mutation. Throws PublicError `dry_run_limit` if the request has already taken too long. */
  begin(operation: string): void {
    if (performance.now() >= this.#deadline) throw tooLong();
    this.mutations.push({ operation, events: [], eventCount: 0, queued: {}, notes: [] });
  }

  /**
   * Adds writes that a real request would commit before the mutation. In the dry run, the mutation's transaction starts with these writes.
   */
  addEarlier(write: Write): void {
    this.#earlier.push(write);
  }

  async writeEarlier(tx: Tx<never>): Promise<void> {
    for (const write of this.#earlier) await write(tx);
  }

  /** Returns the report of the current mutation, which the caller passes to `keep`. */
  async report(tx: Tx<never>, pending: readonly PendingEvent[], notes: readonly string[]): Promise<Partial<DryRunReport>> {
    const events = pending.map(({ event }) => event);
    await tx.sql(raw("SAVEPOINT later_work"));
    const later = await this.findLaterWork(tx, events);
    await tx.sql(raw("ROLLBACK TO SAVEPOINT later_work"));
    return {
      events: events.slice(0, maxEvents).map(({ type, subject }) => ({ type, recordId: subject })),
      eventCount: events.length,
      queued: { ...later.queued },
      notes: [...notes, ...(later.notes ?? [])],
    };
  }

  /** Keeps the transaction of the current mutation open for reads. */
  keep(rehearsal: Rehearsal<unknown>, report: Partial<DryRunReport>): void {
    this.#open = rehearsal;
    Object.assign(this.mutations.at(-1) ?? {}, report);
  }

  /** Rolls back the transaction of the current mutation, if any. */
  async end(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    this.#earlier = [];
    this.#generation += 1;
    await open?.end();
  }
}

function tooLong(): PublicError {
  const message = `The dry run took longer than ${maxMs / 1000} s and did not run this mutation. Send fewer mutations in one request.`;
  return new PublicError("dry_run_limit", message);
}
