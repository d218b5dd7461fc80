import { type Statement, sql } from "@offergraph/service/db/statement";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import type pg from "pg";
import type { SqlTx, TimedTx } from "../tx.js";

// Public keys and short-link codes are unique across workspaces. The tables of keys and codes have no row-level security, because the
// service looks up a key or code before the workspace is known. Every write statement must filter by workspace.

/** Returns true if keys and codes can contain all characters of the text. PostgreSQL would reject a NUL byte. */
const isWellFormed = (text: string): boolean => /^\w+$/.test(text);

export interface KeyRow {
  workspaceId: string;
  placementId: string;
  hasEnded: boolean;
}

export async function findPublicKey(pool: pg.Pool, publicKey: string): Promise<KeyRow | undefined> {
  if (!isWellFormed(publicKey)) return undefined;
  const { rows } = await pool.query<KeyRow>({
    name: "find_public_key",
    text: `SELECT k.workspace_id AS "workspaceId", k.placement_id AS "placementId", k.ended_at IS NOT NULL AS "hasEnded"
      FROM public_keys k WHERE k.public_key = $1`,
    values: [publicKey],
  });
  return rows[0];
}

export async function findCode(pool: pg.Pool, code: string): Promise<{ workspaceId: string; shortLinkId: string } | undefined> {
  if (!isWellFormed(code)) return undefined;
  const { rows } = await pool.query<{ workspaceId: string; shortLinkId: string }>({
    name: "find_short_link_code",
    text: `SELECT c.workspace_id AS "workspaceId", c.short_link_id AS "shortLinkId" FROM short_link_codes c WHERE c.code = $1`,
    values: [code],
  });
  return rows[0];
}

const newPublicKey = () => `fpk_${randomText(24, base62)}`;

/** Letters and digits without characters that are easy to confuse. */
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz";
const newCode = () => randomText(7, codeAlphabet);

/** Inserts a new public key. If the key is or was in use, calls `make` for another key. */
export function claimPublicKey(tx: SqlTx, placementId: string, make = newPublicKey): Promise<string> {
  return untilFree(make, (key) =>
    tx.sql(sql`
      INSERT INTO public_keys (public_key, workspace_id, placement_id) VALUES (${key}, ${tx.workspaceId}::uuid, ${placementId}::uuid)
      ON CONFLICT DO NOTHING RETURNING public_key`),
  );
}

export function claimCode(tx: SqlTx, shortLinkId: string, make = newCode): Promise<string> {
  return untilFree(make, (code) =>
    tx.sql(sql`
      INSERT INTO short_link_codes (code, workspace_id, short_link_id) VALUES (${code}, ${tx.workspaceId}::uuid, ${shortLinkId}::uuid)
      ON CONFLICT DO NOTHING RETURNING code`),
  );
}

async function untilFree(make: () => string, insert: (text: string) => Promise<object[]>): Promise<string> {
  for (;;) {
    const text = make();
    if ((await insert(text)).length > 0) return text;
  }
}

/**
 * Sets the end time of the placements' public keys. `placements` is a list or a subquery of ids. Keeps the rows, so that the service
 * recognizes ended keys.
 */
export async function endPublicKeys(tx: TimedTx, placements: Statement): Promise<void> {
  await tx.sql(sql`
    UPDATE public_keys SET ended_at = ${tx.now.toISOString()}::timestamptz
    WHERE workspace_id = ${tx.workspaceId}::uuid AND ended_at IS NULL AND placement_id IN (${placements})`);
}

/** Ends the public keys and deletes the short-link codes of placements. Call this function before deleting the placements. */
export async function endAccessKeys(tx: TimedTx, placements: Statement): Promise<void> {
  await endPublicKeys(tx, placements);
  await tx.sql(sql`
    DELETE FROM short_link_codes WHERE workspace_id = ${tx.workspaceId}::uuid AND short_link_id IN (
      SELECT l.row_id FROM short_links l WHERE l.form_placement_id IN (${placements}))`);
}
