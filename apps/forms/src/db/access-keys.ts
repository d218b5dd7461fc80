import { type Statement, sql } from "@offergraph/service/db/statement";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import type { SqlTx, TimedTx } from "../tx.js";

// Public keys and short-link codes are unique across workspaces. Their tables have no row-level security, so that inserts detect
// collisions and lookups work before the workspace is known. Every statement here must name its workspace.

const newPublicKey = () => `fpk_${randomText(24, base62)}`;

/** Without characters that look alike: people read codes aloud and type them. */
const codeAlphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz";
const newCode = () => randomText(7, codeAlphabet);

/** Inserts a new public key that was never used. `make` generates candidates until one is free. */
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

/** Ends the public keys of placements (ids, or a statement that selects them). The rows stay, so that ended keys are recognized. */
export async function endPublicKeys(tx: TimedTx, placements: Statement): Promise<void> {
  await tx.sql(sql`
    UPDATE public_keys SET ended_at = ${tx.now.toISOString()}::timestamptz
    WHERE workspace_id = ${tx.workspaceId}::uuid AND ended_at IS NULL AND placement_id IN (${placements})`);
}

/** Ends the public keys and deletes the short-link codes of placements that are about to be removed. */
export async function endAccessKeys(tx: TimedTx, placements: Statement): Promise<void> {
  await endPublicKeys(tx, placements);
  await tx.sql(sql`
    DELETE FROM short_link_codes WHERE workspace_id = ${tx.workspaceId}::uuid AND short_link_id IN (
      SELECT l.row_id FROM short_links l WHERE l.form_placement_id IN (${placements}))`);
}
