import { createHash } from "node:crypto";
import { type Statement, sql } from "../database/statement.js";
import { type PrismaTransaction, readIn } from "../database/write.js";
import { PublicError } from "../errors/public-error.js";
import { canonicalJson } from "../json/canonical-json.js";

/** One attempt to have an effect once: the key that a client gave, in its workspace and operation. */
export interface Attempt {
  workspaceId: string;
  operation: string;
  key: string;
  inputHash: string;
  now: Date;
}

interface Kept {
  inputHash: string;
  /** The answer as JSON text, inside jsonb as one string: jsonb would reorder the keys of its objects. */
  result: string;
}

/** A result is kept for 24 h (decisions.md 4). */
export const keptForMs = 24 * 3_600_000;
/** How long a repeat waits for the first one's end, here and at the row in the database. */
export const waitMs = 3_000;
const cleanEvery = 64;
const cleanAtOnce = 500;
const lockTimeout = "55P03";

/** SHA-256 of the operation and its coerced arguments as canonical JSON. */
export function inputHash(operation: string, given: unknown): string {
  return createHash("sha256").update(operation).update("\0").update(canonicalJson(given)).digest("hex");
}

export function stillRunning(): PublicError {
  return new PublicError(
    "idempotency_key_in_use",
    "The first request with this Idempotency-Key is still running. Repeat the request in a moment; it will answer with the first one's result.",
  );
}

function answerOf(attempt: Attempt, kept: Kept): unknown {
  if (kept.inputHash !== attempt.inputHash)
    throw new PublicError(
      "idempotency_key_reused",
      "This Idempotency-Key was used for the same operation with another input within the last 24 hours. Use a new key for a new input.",
    );
  return JSON.parse(kept.result);
}

function keptStatement({ workspaceId, operation, key, now }: Attempt): Statement {
  const oldest = new Date(now.getTime() - keptForMs);
  return sql`
    SELECT input_hash AS "inputHash", result #>> '{}' AS result FROM idempotency_records
    WHERE workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND key = ${key} AND created_at > ${oldest}`;
}

/**
 * The answer that is kept for this attempt; undefined when there is none.
 * Throws PublicError idempotency_key_reused when the key came with another input.
 */
export async function findKept(
  read: (statement: Statement) => Promise<Kept[]>,
  attempt: Attempt,
): Promise<{ answer: unknown } | undefined> {
  const [kept] = await read(keptStatement(attempt));
  return kept && { answer: answerOf(attempt, kept) };
}

/**
 * Claims the key in the effect's own transaction; call it first. Undefined: it is ours, go on and `keep` the answer.
 * Else the answer of the request that had it before; when that one is still in its transaction, this waits for its row.
 * A record older than 24 h is replaced. Throws PublicError idempotency_key_in_use after 3 s, idempotency_key_reused for another input.
 */
export async function claim(transaction: PrismaTransaction, attempt: Attempt): Promise<{ answer: unknown } | undefined> {
  const { workspaceId, operation, key, inputHash: hash, now } = attempt;
  const oldest = new Date(now.getTime() - keptForMs);
  await readIn(transaction, sql`SELECT set_config('lock_timeout', ${`${waitMs}ms`}, true)`);
  const claimed = await readIn(
    transaction,
    sql`
      INSERT INTO idempotency_records AS known (workspace_id, operation, key, input_hash, result, created_at)
      VALUES (${workspaceId}::uuid, ${operation}, ${key}, ${hash}, NULL, ${now})
      ON CONFLICT (workspace_id, operation, key) DO UPDATE
        SET input_hash = EXCLUDED.input_hash, result = NULL, created_at = EXCLUDED.created_at
        WHERE known.created_at <= ${oldest}
      RETURNING true`,
  ).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === lockTimeout ? stillRunning() : error;
  });
  await readIn(transaction, sql`SELECT set_config('lock_timeout', '0', true)`);
  if (claimed.length > 0) return undefined;
  const kept = await findKept((statement) => readIn<Kept>(transaction, statement), attempt);
  if (!kept) throw stillRunning();
  return kept;
}

let claims = 0;

/** Stores the answer beside the effect; now and then throws out the workspace's records that are too old. */
export async function keep(transaction: PrismaTransaction, attempt: Attempt, answer: unknown): Promise<void> {
  const { workspaceId, operation, key, now } = attempt;
  const result = JSON.stringify(JSON.stringify(answer));
  await readIn(
    transaction,
    sql`UPDATE idempotency_records SET result = ${result}::jsonb WHERE workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND key = ${key}`,
  );
  claims += 1;
  if (claims % cleanEvery !== 1) return;
  await readIn(
    transaction,
    sql`
      DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_records WHERE workspace_id = ${workspaceId}::uuid AND created_at <= ${new Date(now.getTime() - keptForMs)}
        LIMIT ${cleanAtOnce} FOR UPDATE SKIP LOCKED))`,
  );
}
