import type { Read } from "@offergraph/service/db/read";
import { readIn, type WorkspaceWriter } from "@offergraph/service/db/write";
import { addToOutbox, type PendingEvent, pendingEvent } from "@offergraph/service/outbox/add";
import type { Actor } from "@offergraph/shared/contracts/cloud-event";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Prisma } from "../generated/prisma/client.js";

/** A transaction in one workspace, with its events. */
export interface Tx {
  readonly sql: Read;
  readonly workspaceId: string;
  /** Time of the transaction. */
  readonly now: Date;
  /** Key and member of the caller; null for jobs, consumers and the CLI. */
  readonly actor: Actor | null;
  /** Adds an event to the outbox, in call order. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** The part of a transaction that statements need. */
export type Db = Pick<Tx, "sql" | "workspaceId" | "now">;

/** Statements of a consumer's transaction. */
export function dbOf(transaction: Prisma.TransactionClient, workspaceId: string, now: Date): Db {
  return { sql: (statement) => readIn(transaction, statement), workspaceId, now };
}

/** Workspace, time and actor of a transaction. */
export interface WriteCause {
  workspaceId: string;
  now: Date;
  /** Null for jobs and consumers. */
  actor: Actor | null;
  requestId?: string | undefined;
  traceparent?: string | undefined;
}

/** Runs `effect` in one transaction. Retried after a conflict, so it must only use the database. */
export function inTransaction<Result>(
  writer: WorkspaceWriter<Prisma.TransactionClient>,
  { now, ...cause }: WriteCause,
  effect: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const { workspaceId } = cause;
  return writer.write(workspaceId, async (transaction) => {
    const events: PendingEvent[] = [];
    const result = await effect({
      sql: (statement) => readIn(transaction, statement),
      workspaceId,
      now,
      actor: cause.actor,
      emit: (definition, recordId, data) => events.push(pendingEvent(definition, { ...cause, recordId, data, time: now })),
    });
    await addToOutbox(transaction, events);
    return result;
  });
}
