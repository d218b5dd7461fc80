import type { Statement } from "../database/statement.js";
import { type PrismaTransaction, readIn, type WorkspaceWriter } from "../database/write.js";
import { type UserError, Violations } from "../errors/user-error.js";
import type { EventDefinition } from "../events/define.js";
import { addToOutbox, type PendingEvent, pendingEvent } from "../outbox/add.js";
import type { RequestBase } from "./context.js";
import { type Attempt, claim, findKept, inputHash, keep, stillRunning, waitMs } from "./idempotency.js";
import type { Turns } from "./turns.js";

/** What the effect of a mutation works with, inside its one transaction. */
export interface Write<Transaction> {
  readonly transaction: Transaction;
  /** Lean rows, read in this transaction. */
  read<Row>(statement: Statement): Promise<Row[]>;
  /** What is wrong with the input; the guard's findings are in it already. */
  readonly violations: Violations;
  /** The time of the write, the same everywhere in it. */
  readonly now: Date;
  /** Leaves with the violations as userErrors, everything rolled back, when there are any. Called at the end in any case. */
  check(): void;
  /** Puts an event into the outbox of this transaction, in the order of the calls. */
  emit<Data>(definition: EventDefinition<Data>, recordId: string, data: Data): void;
}

/** What resolvers of mutations have beside the request's context. */
export interface Mutating<Transaction> {
  /** The guard's findings about this field's arguments; a rule that needs no database can add to them. */
  readonly violations: Violations;
  /**
   * Runs the effect in one transaction with its events and the record of its Idempotency-Key. It may run again after a conflict,
   * so it must do nothing but database work. Its payload has to be JSON-safe (lean rows are): a repeat answers with it.
   */
  mutate<Payload extends object>(
    effect: (write: Write<Transaction>) => Promise<Payload>,
  ): Promise<Partial<Payload> & { userErrors: UserError[] }>;
}

/** What writes go through. */
export interface WritePath<Transaction extends PrismaTransaction> {
  writer: WorkspaceWriter<Transaction>;
  /** Tells the relay that events were committed. */
  poke(): void;
}

class Refused extends Error {
  constructor(readonly userErrors: UserError[]) {
    super("The input breaks rules.");
  }
}

type Answer = { userErrors: UserError[] };
interface Outcome {
  answer: Answer;
  /** Undefined: a repeat, nothing was written. */
  recordIds?: string[];
}

/** Makes what the resolver of one mutation field gets; `given` are its coerced arguments, `turns` the process's own. */
export function mutating<Transaction extends PrismaTransaction>(
  path: WritePath<Transaction>,
  turns: Turns,
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
      // Repeats of one key wait here, without a connection; only one of each replica waits in the database.
      return key === undefined ? work() : turns.take(`${workspaceId} ${operation} ${key}`, waitMs, stillRunning, work);
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
  const kept = attempt && (await findKept((statement) => request.read(statement), attempt));
  if (kept) return { answer: kept.answer as Answer };
  try {
    return await path.writer.write(workspaceId, async (transaction): Promise<Outcome> => {
      const before = attempt && (await claim(transaction, attempt));
      if (before) return { answer: before.answer as Answer };
      const { payload, events } = await run(transaction, request, work);
      await addToOutbox(transaction, events);
      const answer: Answer = { ...payload, userErrors: [] };
      if (attempt) await keep(transaction, attempt, answer);
      return { answer, recordIds: [...new Set(events.map(({ event }) => event.subject))] };
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    // Not stored under the Idempotency-Key (decisions.md 4): nothing was written, so a corrected call may reuse the key.
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
