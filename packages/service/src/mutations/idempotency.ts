import { createHash } from "node:crypto";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { type Statement, sql } from "../db/statement.js";
import type { RunSql, Tx } from "../tx/tx.js";

/** A request with an Idempotency-Key. The key is unique per workspace and operation. */
export interface Attempt {
  workspaceId: string;
  operation: string;
  key: string;
  inputHash: string;
  now: Date;
  /** Maximum time in milliseconds for which a repeated request waits for the mutex, and then again for the row lock. */
  waitMs: number;
}

interface Kept {
  inputHash: string;
  /** The result as JSON text, because a jsonb object would not keep the order of its keys. */
  result: string;
}

/** The result of a mutation is stored for 24 h. */
export const retentionMs = 24 * 3_600_000;
/** Default of `waitMs`. */
export const defaultWaitMs = 3_000;
const cleanEvery = 64;
const cleanAtOnce = 500;
const lockTimeout = "55P03";

/** Returns the SHA-256 of the operation's name and the canonical JSON of its coerced arguments. */
export function inputHash(operation: string, given: unknown): string {
  return createHash("sha256").update(operation).update("\0").update(canonicalJson(given)).digest("hex");
}

export function stillRunning(): PublicError {
  return new PublicError(
    "idempotency_key_in_use",
    "A request with this Idempotency-Key is still running. To get the result of that request, retry in a moment.",
  );
}

function answerOf(attempt: Attempt, kept: Kept): unknown {
  if (kept.inputHash !== attempt.inputHash)
    throw new PublicError(
      "idempotency_key_reused",
      "This Idempotency-Key was used with a different input within the last 24 hours. Use a new Idempotency-Key.",
    );
  return JSON.parse(kept.result);
}

function keptStatement({ workspaceId, operation, key, now }: Attempt): Statement {
  const oldest = new Date(now.getTime() - retentionMs);
  return sql`
    SELECT input_hash AS "inputHash", result #>> '{}' AS result FROM idempotency_records
    WHERE workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND key = ${key} AND created_at > ${oldest}`;
}

/**
 * Returns the stored result of an earlier request, or undefined if no result is stored. Throws PublicError idempotency_key_reused if the
 * key was used with different input.
 */
export async function findResult(read: RunSql, attempt: Attempt): Promise<{ answer: unknown } | undefined> {
  const [kept] = await read<Kept>(keptStatement(attempt));
  return kept && { answer: answerOf(attempt, kept) };
}

/**
 * Reserves the key at the start of the mutation's transaction. Returns the earlier result, or undefined if the key is new. Throws
 * PublicError idempotency_key_in_use after `waitMs`, or idempotency_key_reused if the input differs.
 */
export async function reserve(tx: Pick<Tx<unknown>, "sql">, attempt: Attempt): Promise<{ answer: unknown } | undefined> {
  const { workspaceId, operation, key, inputHash: hash, now, waitMs } = attempt;
  const oldest = new Date(now.getTime() - retentionMs);
  await tx.sql(sql`SELECT set_config('lock_timeout', ${`${waitMs}ms`}, true)`);
  const claim = sql`
    INSERT INTO idempotency_records AS known (workspace_id, operation, key, input_hash, result, created_at)
    VALUES (${workspaceId}::uuid, ${operation}, ${key}, ${hash}, NULL, ${now})
    ON CONFLICT (workspace_id, operation, key) DO UPDATE
      SET input_hash = EXCLUDED.input_hash, result = NULL, created_at = EXCLUDED.created_at
      WHERE known.created_at <= ${oldest}
    RETURNING true`;
  const claimed = await tx.sql(claim).catch((error: unknown) => {
    throw (error as { code?: unknown }).code === lockTimeout ? stillRunning() : error;
  });
  await tx.sql(sql`SELECT set_config('lock_timeout', '0', true)`);
  if (claimed.length > 0) return undefined;
  const kept = await findResult(tx.sql, attempt);
  if (!kept) throw stillRunning();
  return kept;
}

let claims = 0;

/** Stores the result in the mutation's transaction. Every 64th call of the process also deletes expired records of the workspace. */
export async function storeResult(tx: Pick<Tx<unknown>, "sql">, attempt: Attempt, answer: unknown): Promise<void> {
  const { workspaceId, operation, key, now } = attempt;
  const result = JSON.stringify(JSON.stringify(answer));
  await tx.sql(
    sql`UPDATE idempotency_records SET result = ${result}::jsonb WHERE workspace_id = ${workspaceId}::uuid AND operation = ${operation} AND key = ${key}`,
  );
  claims += 1;
  if (claims % cleanEvery !== 1) return;
  await tx.sql(
    sql`
      DELETE FROM idempotency_records WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM idempotency_records WHERE workspace_id = ${workspaceId}::uuid AND created_at <= ${new Date(now.getTime() - retentionMs)}
        LIMIT ${cleanAtOnce} FOR UPDATE SKIP LOCKED))`,
  );
}
