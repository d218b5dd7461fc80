import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import { assertDeclared, type Finding } from "@offergraph/shared/errors/warning";
import { type Attempt, findResult, inputHash, reserve, stillRunning, storeResult } from "../mutations/idempotency.js";
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

/** Rolls back the transaction of a repeated request, which returns the result of the first request. */
class Replay extends Error {
  constructor(readonly outcome: Outcome) {
    super("An earlier request with the same Idempotency-Key has a result.");
  }
}

type Effect = (tx: MutationTx<never, never>) => Promise<object>;

/** Result of a mutation's effect. */
interface Outcome {
  answer: object;
  warnings: readonly Finding[];
}

// No payload has a field with this name, because names in GraphQL must not contain "@".
const warningsField = "@warnings";

/**
 * Adds `errors`, `check` and `warn` to a Tx. `reject` must throw. Each attempt of a transaction starts with a copy of the errors in
 * `found`. `warn` adds to `warnings`.
 */
export function withErrors<Prisma, Events extends EventDefinition>(
  tx: Tx<Prisma, Events>,
  reject: (errors: UserError[]) => never,
  found: readonly UserError[] = [],
  warnings: Finding[] = [],
): MutationTx<Prisma, Events> {
  const errors = new Violations();
  for (const { field, code, message } of found) errors.add(field, code, message);
  const check = () => {
    if (errors.any) reject(errors.list);
  };
  const warn = (...more: Finding[]) => void warnings.push(...more);
  return Object.assign(Object.create(tx), { errors, check, warn });
}

/** Makes repeated requests wait for the first one. `waitMs` is the maximum time (see `Attempt`). */
interface Turns {
  mutex: KeyedMutex;
  waitMs: number;
}

/**
 * Creates the runner of one mutation field. A dry run ignores the Idempotency-Key. Waits without a database connection while an earlier
 * request with the same key runs in this process.
 */
export function createMutationRunner(
  database: Database<never>,
  { mutex, waitMs }: Turns,
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
      const attempt = { workspaceId, operation, key, inputHash: inputHash(operation, given), now: request.clock.now(), waitMs };
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
  const options = { ...optionsOf(request, work), audit: { operation } };
  const { actor } = options;
  const known = attempt && (await findResult((statement) => request.read(statement), attempt));
  if (known) return respond(request, operation, restored(known.answer));
  // A rejection rolls back the transaction, so no result is stored under the Idempotency-Key. A corrected request may use the same
  // Idempotency-Key.
  return orUserErrors(async () => {
    const run = database.transaction(options, async (plain) => {
      const before = attempt && (await reserve(plain, attempt));
      if (before) throw new Replay(restored(before.answer));
      const made = await runEffect(plain, operation, work);
      if (attempt) await storeResult(plain, attempt, toStore(made, work.traits));
      plain.onCommit((recordIds) => request.log.info({ operation, actor, recordIds }, "written"));
      return made;
    });
    return respond(request, operation, await run.catch(replayed));
  });
}

function replayed(error: unknown): Outcome {
  if (error instanceof Replay) return error.outcome;
  throw error;
}

function respond(request: RequestBase, operation: string, { answer, warnings }: Outcome): object {
  request.addWarnings(operation, warnings);
  return answer;
}

/** A repeated request returns the stored warnings. */
function toStore({ answer, warnings }: Outcome, { secrets }: MutationTraits): object {
  return { ...withoutFields(answer, secrets), ...(warnings.length > 0 && { [warningsField]: warnings }) };
}

function restored(stored: unknown): Outcome {
  const { [warningsField]: warnings = [], ...answer } = stored as { [warningsField]?: Finding[] };
  return { answer, warnings };
}

/** Runs a mutation in a transaction that `dryRun` rolls back. Removes all secrets from the result. */
async function runDry(database: Database<never>, request: RequestBase, dryRun: DryRun, operation: string, work: Work): Promise<object> {
  const { secrets = [], encryptedSecrets = [], dryRunNotes = [] } = work.traits;
  const options = optionsOf(request, work);
  return orUserErrors(async () => {
    const rehearsal = await database.rehearse(options, async (plain, events) => {
      await dryRun.writeEarlier(plain);
      const { answer, warnings } = await runEffect(plain, operation, work);
      const shown = withoutFields(answer, [...secrets, ...encryptedSecrets]);
      return { answer: shown, warnings, report: await dryRun.report(plain, events, dryRunNotes) };
    });
    const { report } = rehearsal.result;
    dryRun.keep(rehearsal, report);
    request.log.info({ operation, actor: options.actor, dryRun: true, eventCount: report.eventCount }, "dry run; nothing was written");
    return respond(request, operation, rehearsal.result);
  });
}

function optionsOf({ principal, requestId, traceparent }: RequestBase, { emits }: Work) {
  const { workspaceId, keyId, memberId } = principal;
  return { workspaceId, actor: { keyId, memberId }, requestId, traceparent, emits };
}

async function runEffect(plain: Tx<never, EventDefinition>, operation: string, { effect, errors, traits }: Work): Promise<Outcome> {
  const warnings: Finding[] = [];
  const tx = withErrors(plain, rejectMutation, errors.list, warnings);
  const payload = await effect(tx as MutationTx<never, never>);
  tx.check();
  assertDeclared(operation, traits.warns ?? [], warnings);
  return { answer: { ...payload, userErrors: [] }, warnings };
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
