import type { Read } from "../database/read.js";
import { type Statement, sql } from "../database/statement.js";
import { nameKey } from "../schema/name-key.js";
import type { Reference } from "./kinds.js";

// What a service keeps of others' records, in tables of its own: connection_references, partner_references, discount_code_references
// with discount_code_names, and form_references. They are declared by the service, which may add columns that can be null.

/** A transaction within one workspace. */
export interface Keeping {
  readonly read: Read;
  readonly workspaceId: string;
}

/** Who tells of a record: its events come in order; an answer may be overtaken by an event of the same millisecond. */
export type Source = "event" | "answer";

/** Whether what is told is newer than what is kept. */
const isNews: Record<Source, Statement> = {
  event: sql`kept.updated_at <= excluded.updated_at`,
  answer: sql`kept.updated_at < excluded.updated_at`,
};

/** A connection does not change once it is added. */
export async function keepConnection({ read, workspaceId }: Keeping, connection: Reference<"connection">): Promise<void> {
  const { rowId, slug, name, provider } = connection;
  await read(sql`
    INSERT INTO connection_references (row_id, workspace_id, slug, name, provider)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${slug}, ${name}, ${provider}) ON CONFLICT DO NOTHING`);
}

/** A partner does not change once it is added. */
export async function keepPartner({ read, workspaceId }: Keeping, { rowId, name, handle }: Reference<"partner">): Promise<void> {
  const handleKey = handle?.toLowerCase() ?? null;
  await read(sql`
    INSERT INTO partner_references (row_id, workspace_id, name, handle_key)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${name}, ${handleKey}) ON CONFLICT DO NOTHING`);
}

/** Keeps a discount code's names and partner, unless something newer is known, or that it was deleted. */
export function keepDiscountCode(keeping: Keeping, code: Reference<"discount_code">, source: Source): Promise<void> {
  return keepDiscountCodes(keeping, [code], source);
}

/** Keeps the names and partners of many discount codes, each once, in one statement. */
export async function keepDiscountCodes(
  { read, workspaceId }: Keeping,
  codes: readonly Reference<"discount_code">[],
  source: Source,
): Promise<void> {
  const rows = codes.map(({ rowId, updatedAt, partnerId, code, aliases }) => ({
    ...{ row_id: rowId, updated_at: updatedAt, partner_id: partnerId },
    keys: [...new Set([code, ...aliases].map(nameKey))],
  }));
  await read(sql`
    WITH given AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS given(row_id uuid, updated_at timestamptz, partner_id uuid, keys text[])
    ), news AS (
      INSERT INTO discount_code_references AS kept (row_id, workspace_id, updated_at, partner_id, is_deleted)
      SELECT given.row_id, ${workspaceId}::uuid, given.updated_at, given.partner_id, false FROM given ORDER BY given.row_id
      ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, partner_id = excluded.partner_id
      WHERE NOT kept.is_deleted AND ${isNews[source]} RETURNING kept.row_id
    ), lost AS (
      DELETE FROM discount_code_names n USING given JOIN news ON news.row_id = given.row_id
      WHERE n.workspace_id = ${workspaceId}::uuid AND n.discount_code_id = given.row_id AND n.name_key <> ALL(given.keys)
    )
    INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
    SELECT ${workspaceId}::uuid, name.key, given.row_id
    FROM given JOIN news ON news.row_id = given.row_id CROSS JOIN LATERAL unnest(given.keys) AS name(key) ON CONFLICT DO NOTHING`);
}

/** A deleted code keeps its id, since records of the service may refer to it, and loses its names for good. */
export function forgetDiscountCode(keeping: Keeping, rowId: string, at: Date): Promise<void> {
  return forgetDiscountCodes(keeping, [{ rowId, at }]);
}

/** The same for many codes, each once. */
export async function forgetDiscountCodes({ read, workspaceId }: Keeping, codes: readonly { rowId: string; at: Date }[]): Promise<void> {
  const ids = codes.map(({ rowId }) => rowId);
  await read(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, partner_id, is_deleted)
    SELECT gone.row_id, ${workspaceId}::uuid, gone.at, NULL, true
    FROM unnest(${ids}::uuid[], ${codes.map(({ at }) => at.toISOString())}::timestamptz[]) AS gone(row_id, at) ORDER BY gone.row_id
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
  await read(sql`
    DELETE FROM discount_code_names n WHERE n.workspace_id = ${workspaceId}::uuid AND n.discount_code_id = ANY(${ids}::uuid[])`);
}

/** Keeps a form's slug and title, unless something newer is known, or that it was deleted. */
export async function keepForm({ read, workspaceId }: Keeping, form: Reference<"form">, source: Source): Promise<void> {
  const { rowId, formSlug, title, updatedAt } = form;
  await read(sql`
    INSERT INTO form_references AS kept (row_id, workspace_id, updated_at, form_slug, title, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${updatedAt}::timestamptz, ${formSlug}, ${title}, false)
    ON CONFLICT (workspace_id, row_id) DO UPDATE
    SET updated_at = excluded.updated_at, form_slug = excluded.form_slug, title = excluded.title
    WHERE NOT kept.is_deleted AND ${isNews[source]}`);
}

/** A deleted form keeps its id and what it was called, since records of the service may refer to it; no name finds it any more. */
export async function forgetForm(
  { read, workspaceId }: Keeping,
  { rowId, formSlug, title }: Pick<Reference<"form">, "rowId" | "formSlug" | "title">,
  at: Date,
): Promise<void> {
  await read(sql`
    INSERT INTO form_references (row_id, workspace_id, updated_at, form_slug, title, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at.toISOString()}::timestamptz, ${formSlug}, ${title}, true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
}
