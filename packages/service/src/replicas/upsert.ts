import { nameKey } from "@offergraph/shared/schema/name-key";
import { type Statement, sql } from "../db/statement.js";
import type { SqlTx } from "../tx/tx.js";
import type { Reference } from "./kinds.js";

// A service has only the replica tables that it needs. The tables may have additional nullable columns.

/** Source of an update. "answer" is the reply to a lookup, which replaces only older rows. */
export type Source = "event" | "answer";

/** SQL condition for each source: true if the update may replace the stored row `kept`. */
const isNewer: Record<Source, Statement> = {
  event: sql`kept.updated_at <= excluded.updated_at`,
  answer: sql`kept.updated_at < excluded.updated_at`,
};

export async function upsertConnection(tx: SqlTx, connection: Reference<"connection">): Promise<void> {
  const { rowId, slug, name, provider } = connection;
  await tx.sql(sql`
    INSERT INTO connection_references (row_id, workspace_id, slug, name, provider)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${slug}, ${name}, ${provider}) ON CONFLICT DO NOTHING`);
}

/** Stores the current name of a connection. A deleted connection remains deleted. */
export async function updateConnection(tx: SqlTx, connection: Reference<"connection">): Promise<void> {
  await upsertConnection(tx, connection);
  await tx.sql(sql`UPDATE connection_references c SET name = ${connection.name} WHERE c.row_id = ${connection.rowId}::uuid`);
}

/** Marks a connection as deleted. Keeps the row, so that a late event or reply cannot restore the connection. */
export async function tombstoneConnection(
  tx: SqlTx,
  { rowId, slug, name }: Pick<Reference<"connection">, "rowId" | "slug" | "name">,
): Promise<void> {
  // A new row has the provider "unknown", because the deletion event does not contain the provider.
  await tx.sql(sql`
    INSERT INTO connection_references (row_id, workspace_id, slug, name, provider, is_deleted)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${slug}, ${name}, 'unknown', true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET is_deleted = true`);
}

/**
 * Stores a partner's name and handle, unless the stored row is newer or deleted. Earlier versions of the discounts service omit
 * `updatedAt`.
 */
export async function upsertPartner(tx: SqlTx, partner: Reference<"partner">, source: Source): Promise<void> {
  const { rowId, name, handle, updatedAt = "epoch" } = partner;
  await tx.sql(sql`
    INSERT INTO partner_references AS kept (row_id, workspace_id, updated_at, name, handle_key, is_deleted)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${name}, ${handleKey(handle)}, false)
    ON CONFLICT (workspace_id, row_id) DO UPDATE
    SET updated_at = excluded.updated_at, name = excluded.name, handle_key = excluded.handle_key
    WHERE NOT kept.is_deleted AND ${isNewer[source]}`);
}

/** Marks a partner as deleted. Keeps the row, so that a late reply cannot restore the partner. */
export async function tombstonePartner(tx: SqlTx, { rowId, name, handle }: Reference<"partner">, at: Date): Promise<void> {
  await tx.sql(sql`
    INSERT INTO partner_references (row_id, workspace_id, updated_at, name, handle_key, is_deleted)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${at.toISOString()}::timestamptz, ${name}, ${handleKey(handle)}, true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
}

const handleKey = (handle: string | null): string | null => handle?.toLowerCase() ?? null;

/** Stores the code, the aliases and the partner of a discount code, unless the stored row is newer or deleted. */
export function upsertDiscountCode(tx: SqlTx, code: Reference<"discount_code">, source: Source): Promise<void> {
  return upsertDiscountCodes(tx, [code], source);
}

/** Like `upsertDiscountCode`, for many distinct discount codes in one statement. */
export async function upsertDiscountCodes(tx: SqlTx, codes: readonly Reference<"discount_code">[], source: Source): Promise<void> {
  const rows = codes.map(({ rowId, updatedAt, partnerId, code, aliases }) => ({
    ...{ row_id: rowId, updated_at: updatedAt, partner_id: partnerId },
    keys: [...new Set([code, ...aliases].map(nameKey))],
  }));
  await tx.sql(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS given(row_id uuid, updated_at timestamptz, partner_id uuid, keys text[])
    ), newer AS (
      INSERT INTO discount_code_references AS kept (row_id, workspace_id, updated_at, partner_id, is_deleted)
      SELECT given.row_id, ${tx.workspaceId}::uuid, given.updated_at, given.partner_id, false FROM given ORDER BY given.row_id
      ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, partner_id = excluded.partner_id
      WHERE NOT kept.is_deleted AND ${isNewer[source]} RETURNING kept.row_id
    ), lost AS (
      DELETE FROM discount_code_names n USING given JOIN newer ON newer.row_id = given.row_id
      WHERE n.workspace_id = ${tx.workspaceId}::uuid AND n.discount_code_id = given.row_id AND n.name_key <> ALL(given.keys)
    )
    INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
    SELECT ${tx.workspaceId}::uuid, name.key, given.row_id
    FROM given JOIN newer ON newer.row_id = given.row_id CROSS JOIN LATERAL unnest(given.keys) AS name(key) ON CONFLICT DO NOTHING`);
}

/** Marks many distinct discount codes as deleted. */
export async function tombstoneDiscountCodes(tx: SqlTx, codes: readonly { rowId: string; at: Date }[]): Promise<void> {
  const ids = codes.map(({ rowId }) => rowId);
  await tx.sql(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, partner_id, is_deleted)
    SELECT gone.row_id, ${tx.workspaceId}::uuid, gone.at, NULL, true
    FROM unnest(${ids}::uuid[], ${codes.map(({ at }) => at.toISOString())}::timestamptz[]) AS gone(row_id, at) ORDER BY gone.row_id
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
  await tx.sql(sql`
    DELETE FROM discount_code_names n WHERE n.workspace_id = ${tx.workspaceId}::uuid AND n.discount_code_id = ANY(${ids}::uuid[])`);
}

/** Stores a form's slug and title, unless the stored row is newer or deleted. */
export async function upsertForm(tx: SqlTx, form: Reference<"form">, source: Source): Promise<void> {
  const { rowId, formSlug, title, updatedAt } = form;
  await tx.sql(sql`
    INSERT INTO form_references AS kept (row_id, workspace_id, updated_at, form_slug, title, is_deleted)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${updatedAt}::timestamptz, ${formSlug}, ${title}, false)
    ON CONFLICT (workspace_id, row_id) DO UPDATE
    SET updated_at = excluded.updated_at, form_slug = excluded.form_slug, title = excluded.title
    WHERE NOT kept.is_deleted AND ${isNewer[source]}`);
}

/** Marks a form as deleted. Keeps the row, because records may refer to the form. Lookups by slug or title no longer find the form. */
export async function tombstoneForm(
  tx: SqlTx,
  { rowId, formSlug, title }: Pick<Reference<"form">, "rowId" | "formSlug" | "title">,
  at: Date,
): Promise<void> {
  await tx.sql(sql`
    INSERT INTO form_references (row_id, workspace_id, updated_at, form_slug, title, is_deleted)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${at.toISOString()}::timestamptz, ${formSlug}, ${title}, true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
}
