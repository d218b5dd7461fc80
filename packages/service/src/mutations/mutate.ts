import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import type { Statement } from "../db/statement.js";
import { type PrismaTransaction, readIn, type WorkspaceWriter } from "../db/write.js";
import { addToOutbox, type PendingEvent, pendingEvent } from "../outbox/add.js";
import type { RequestBase } from "../subgraph/context.js";
import { type Attempt, findResult, inputHash, reserve, stillRunning, storeResult, waitMs } from "./idempotency.js";
import type { KeyedMutex } from "./keyed-mutex.js";

/** Transaction of a mutation. */
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

/** Context of mutation resolvers, in addition to the request's context. */
export interface Mutating<Transaction> {
  /** The guard's violations for this field; rules that need no database can add more. */
  readonly violations: Violations;
  /**
   * Runs the effect in one transaction with its events and idempotency record. It may run again after a conflict, so it must have no side
   * effects outside the database. The payload must be JSON-safe (lean rows are), because repeated requests return it.
   */
  mutate<Payload extends object>(
    effect: (write: Write<Transaction>) => Promise<Payload>,
  ): Promise<Partial<Payload> & { userErrors: UserError[] }>;
}

export interface WritePath<Transaction extends PrismaTransaction> {
  writer: WorkspaceWriter<Transaction>;
  /** Notifies the relay of committed events. */
  poke(): void;
}

class Refused extends Error {
  constructor(readonly userErrors: UserError[]) {
    super("The input has violations.");
  }
}

type Answer = { userErrors: UserError[] };
interface Outcome {
  answer: Answer;
  /** Undefined for a repeated request, which wrote nothing. */
  recordIds?: string[];
}

/** Creates the context of one mutation field. `given`: its coerced arguments. `turns`: shared by the process. */
export function mutating<Transaction extends PrismaTransaction>(
  path: WritePath<Transaction>,
  turns: KeyedMutex,
  request: RequestBase,
  operation: string,
  given: unknown,
  violations: Violations,
): Mutating<Transaction> {
  return {
    violations,
    async mutate<Payload extends object>(effect: (write: Write<Transaction>) => Promise<Payload>) {
      const { principal, idempotencyKey: key } = request;
      const { workspaceId } = principal;
      const now = request.clock.now();
      const attempt = key === undefined ? undefined : { workspaceId, operation, key, inputHash: inputHash(operation, given), now };
      const work = async () => {
        const outcome = await once(path, request, attempt, { effect, violations, now });
        if (outcome.recordIds) {
          path.poke();
          const { keyId, memberId } = principal;
          request.log.info({ operation, actor: { keyId, memberId }, recordIds: outcome.recordIds }, "written");
        }
        return outcome.answer as Partial<Payload> & Answer;
      };
      // Repeated requests wait here without a database connection; at most one per replica waits in the database.
      return key === undefined ? work() : turns.runExclusive(`${workspaceId} ${operation} ${key}`, waitMs, stillRunning, work);
    },
  };
}

interface Work<Transaction> {
  effect(write: Write<Transaction>): Promise<object>;
  violations: Violations;
  now: Date;
}

async function once<Transaction extends PrismaTransaction>(
  path: WritePath<Transaction>,
  request: RequestBase,
  attempt: Attempt | undefined,
  work: Work<Transaction>,
): Promise<Outcome> {
  const { workspaceId } = request.principal;
  const kept = attempt && (await findResult((statement) => request.read(statement), attempt));
  if (kept) return { answer: kept.answer as Answer };
  try {
    return await path.writer.write(workspaceId, async (transaction): Promise<Outcome> => {
      const before = attempt && (await reserve(transaction, attempt));
      if (before) return { answer: before.answer as Answer };
      const { payload, events } = await run(transaction, request, work);
      await addToOutbox(transaction, events);
      const answer: Answer = { ...payload, userErrors: [] };
      if (attempt) await storeResult(transaction, attempt, answer);
      return { answer, recordIds: [...new Set(events.map(({ event }) => event.subject))] };
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Not stored under the Idempotency-Key (decisions.md 4): nothing was written, so a corrected request may reuse the key.
    return { answer: { userErrors: error.userErrors } };
  }
}

async function run<Transaction extends PrismaTransaction>(
  transaction: Transaction,
  request: RequestBase,
  { effect, violations, now }: Work<Transaction>,
) {
  const { principal, requestId, traceparent } = request;
  const { workspaceId, keyId, memberId } = principal;
  const events: PendingEvent[] = [];
  const found = new Violations();
  for (const { field, code, message } of violations.list) found.add(field, code, message);
  const write: Write<Transaction> = {
    transaction,
    read: (statement) => readIn(transaction, statement),
    violations: found,
    now,
    check: () => {
      if (found.any) throw new Refused(found.list);
    },
    emit: (definition, recordId, data) => {
      const actor = { keyId, memberId };
      events.push(pendingEvent(definition, { workspaceId, recordId, data, actor, time: now, requestId, traceparent }));
    },
  };
  const payload = await effect(write);
  write.check();
  return { payload, events };
}
