import type pg from "pg";

// Looked up before the workspace is known: these two tables alone have no row-level security, and their keys cannot be guessed.

export interface KeyRow {
  workspaceId: string;
  placementId: string;
  /** Whether it was rotated, or its placement removed. */
  hasEnded: boolean;
}

/** Keys and codes are of these signs; a zero byte, which PostgreSQL refuses, is in none. */
const isSaid = (text: string): boolean => /^\w+$/.test(text);

/** Whose a public key is, or was; undefined when it never was one. */
export async function findPublicKey(pool: pg.Pool, publicKey: string): Promise<KeyRow | undefined> {
  if (!isSaid(publicKey)) return undefined;
  const { rows } = await pool.query<KeyRow>({
    name: "find_public_key",
    text: `SELECT k.workspace_id AS "workspaceId", k.placement_id AS "placementId", k.ended_at IS NOT NULL AS "hasEnded"
      FROM public_keys k WHERE k.public_key = $1`,
    values: [publicKey],
  });
  return rows[0];
}

export interface CodeRow {
  workspaceId: string;
  shortLinkId: string;
}

/** Whose a short link's code is; undefined when it is nobody's. */
export async function findCode(pool: pg.Pool, code: string): Promise<CodeRow | undefined> {
  if (!isSaid(code)) return undefined;
  const { rows } = await pool.query<CodeRow>({
    name: "find_short_link_code",
    text: `SELECT c.workspace_id AS "workspaceId", c.short_link_id AS "shortLinkId" FROM short_link_codes c WHERE c.code = $1`,
    values: [code],
  });
  return rows[0];
}
