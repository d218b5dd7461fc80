import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type UserError, Violations } from "@offergraph/shared/errors/user-error";
import { type Attempt, findResult, inputHash, reserve, stillRunning, storeResult, waitMs } from "../mutations/idempotency.js";
import type { KeyedMutex } from "../mutations/keyed-mutex.js";
import type { RequestBase } from "../subgraph/context.js";
import type { Database } from "./database.js";
import type { MutationRunner } from "./mutation.js";
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
 * Creates the runner of one mutation field. If an earlier request with the same Idempotency-Key still runs in this process, the runner
 * waits for its end and holds no database connection during the wait.
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
    async runMutation(emits, effect, secrets = []) {
      const key = request.idempotencyKey;
      const work = (attempt?: Attempt) => runOnce(database, request, operation, { attempt, emits, effect, errors, secrets });
      if (key === undefined) return work();
      const attempt = { workspaceId, operation, key, inputHash: inputHash(operation, given), now: request.clock.now() };
      return mutex.runExclusive(`${workspaceId} ${operation} ${key}`, waitMs, stillRunning, () => work(attempt));
    },
  };
}

interface Work {
  attempt: Attempt | undefined;
  emits: readonly EventDefinition[];
  effect: Effect;
  errors: Violations;
  secrets: readonly string[];
}

async function runOnce(database: Database<never>, request: RequestBase, operation: string, work: Work): Promise<object> {
  const { attempt, emits, effect, errors, secrets } = work;
  const { principal, requestId, traceparent } = request;
  const { workspaceId, keyId, memberId } = principal;
  const actor = { keyId, memberId };
  const known = attempt && (await findResult((statement) => request.read(statement), attempt));
  if (known) return known.answer as object;
  try {
    return await database.transaction({ workspaceId, actor, requestId, traceparent, emits }, async (plain) => {
      const before = attempt && (await reserve(plain, attempt));
      if (before) return before.answer as object;
      const tx = withErrors(plain, rejectMutation, errors.list);
      const payload = await effect(tx as MutationTx<never, never>);
      tx.check();
      const answer = { ...payload, userErrors: [] };
      if (attempt) await storeResult(plain, attempt, { ...answer, ...Object.fromEntries(secrets.map((field) => [field, null])) });
      tx.onCommit((recordIds) => request.log.info({ operation, actor, recordIds }, "written"));
      return answer;
    });
  } catch (error) {
    if (!(error instanceof Rejection)) throw error;
    // The transaction was rolled back, so the Idempotency-Key has no stored result, and a corrected request may reuse the key.
    return { userErrors: error.userErrors };
  }
}

function rejectMutation(userErrors: UserError[]): never {
  throw new Rejection(userErrors);
}
