import type pg from "pg";

// Read before the workspace is known, so these two tables have no row-level security. A public key cannot be guessed.

export interface KeyRow {
  workspaceId: string;
  placementId: string;
  /** True if the key was rotated or its placement removed. */
  hasEnded: boolean;
}

/** Keys and codes contain only these characters. Excludes the NUL byte, which PostgreSQL rejects. */
const isWellFormed = (text: string): boolean => /^\w+$/.test(text);

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

export interface CodeRow {
  workspaceId: string;
  shortLinkId: string;
}

export async function findCode(pool: pg.Pool, code: string): Promise<CodeRow | undefined> {
  if (!isWellFormed(code)) return undefined;
  const { rows } = await pool.query<CodeRow>({
    name: "find_short_link_code",
    text: `SELECT c.workspace_id AS "workspaceId", c.short_link_id AS "shortLinkId" FROM short_link_codes c WHERE c.code = $1`,
    values: [code],
  });
  return rows[0];
}
