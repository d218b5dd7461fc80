import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import { type Attempt, findResult, inputHash, reserve, stillRunning, storeResult, waitMs } from "../mutations/idempotency.js";
import type { KeyedMutex } from "../mutations/keyed-mutex.js";
import type { RequestBase } from "../subgraph/context.js";
import type { Database } from "./database.js";
import type { DryRun } from "./dry-run.js";
import type { MutationRunner, MutationTraits } from "./mutation.js";
import type { MutationTx, Tx } from "./tx.js";

class Rejection extends Error {
  constructor(readonly userErrors: UserError[]) {
    super("The input has errors.");
  }
}

type Effect = (tx: MutationTx<never, never>) => Promise<object>;

/**
 * Adds `errors` and `check` to a Tx. `reject` must throw. Each attempt of a transaction starts with a copy of `found`, without the errors
 * of earlier attempts.
 */
export function withErrors<Prisma, Events extends EventDefinition>(
  tx: Tx<Prisma, Events>,
  reject: (errors: UserError[]) => never,
  found: readonly UserError[] = [],
): MutationTx<Prisma, Events> {
  const errors = new Violations();
  for (const { field, code, message } of found) errors.add(field, code, message);
  const check = () => {
    if (errors.any) reject(errors.list);
  };
  return Object.assign(Object.create(tx), { errors, check });
}

/**
 * Creates the runner of one mutation field. A dry run neither reads nor stores results under an Idempotency-Key. If an earlier request with
 * the same Idempotency-Key still runs in this process, the runner waits for its end and holds no database connection during the wait.
 */
export function createMutationRunner(
  database: Database<never>,
  mutex: KeyedMutex,
  request: RequestBase,
  operation: string,
  given: unknown,
  errors: Violations,
): MutationRunner {
  const { workspaceId } = request.principal;
  return {
    errors,
    async runMutation(emits, effect, traits) {
      const { idempotencyKey: key, dryRun } = request;
      if (dryRun) return runDry(database, request, dryRun, operation, { emits, effect, errors, traits });
      const work = (attempt?: Attempt) => runOnce(database, request, operation, attempt, { emits, effect, errors, traits });
      if (key === undefined) return work();
      const attempt = { workspaceId, operation, key, inputHash: inputHash(operation, given), now: request.clock.now() };
      return mutex.runExclusive(`${workspaceId} ${operation} ${key}`, waitMs, stillRunning, () => work(attempt));
    },
  };
}

interface Work {
  emits: readonly EventDefinition[];
  effect: Effect;
  errors: Violations;
  traits: MutationTraits;
}

async function runOnce(
  database: Database<never>,
  request: RequestBase,
  operation: string,
  attempt: Attempt | undefined,
  work: Work,
): Promise<object> {
  const options = optionsOf(request, work);
  const { actor } = options;
  const known = attempt && (await findResult((statement) => request.read(statement), attempt));
  if (known) return known.answer as object;
  // After a rejection, the transaction is rolled back, so the Idempotency-Key has no stored result, and a corrected request may reuse it.
  return orUserErrors(() =>
    database.transaction(options, async (plain) => {
      const before = attempt && (await reserve(plain, attempt));
      if (before) return before.answer as object;
      const answer = await runEffect(plain, work);
      if (attempt) await storeResult(plain, attempt, withoutFields(answer, work.traits.secrets));
      plain.onCommit((recordIds) => request.log.info({ operation, actor, recordIds }, "written"));
      return answer;
    }),
  );
}

/** Runs a mutation in a transaction that `dryRun` rolls back. No secret leaves the transaction, not even an unusable one. */
async function runDry(database: Database<never>, request: RequestBase, dryRun: DryRun, operation: string, work: Work): Promise<object> {
  const { secrets = [], encryptedSecrets = [], dryRunNotes = [] } = work.traits;
  const options = optionsOf(request, work);
  return orUserErrors(async () => {
    const rehearsal = await database.rehearse(options, async (plain, events) => {
      await dryRun.writeEarlier(plain);
      const answer = await runEffect(plain, work);
      return { answer: withoutFields(answer, [...secrets, ...encryptedSecrets]), report: await dryRun.report(plain, events, dryRunNotes) };
    });
    const { answer, report } = rehearsal.result;
    dryRun.keep(rehearsal, report);
    request.log.info({ operation, actor: options.actor, dryRun: true, eventCount: report.eventCount }, "dry run; nothing was written");
    return answer;
  });
}

function optionsOf({ principal, requestId, traceparent }: RequestBase, { emits }: Work) {
  const { workspaceId, keyId, memberId } = principal;
  return { workspaceId, actor: { keyId, memberId }, requestId, traceparent, emits };
}

async function runEffect(plain: Tx<never, EventDefinition>, { effect, errors }: Work): Promise<object> {
  const tx = withErrors(plain, rejectMutation, errors.list);
  const payload = await effect(tx as MutationTx<never, never>);
  tx.check();
  return { ...payload, userErrors: [] };
}

function withoutFields(answer: object, fields: readonly string[] = []): object {
  return { ...answer, ...Object.fromEntries(fields.map((field) => [field, null])) };
}

async function orUserErrors(run: () => Promise<object>): Promise<object> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    return { userErrors: error.userErrors };
  }
}

function rejectMutation(userErrors: UserError[]): never {
  throw new Rejection(userErrors);
}
