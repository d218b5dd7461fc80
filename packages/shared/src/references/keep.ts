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
export async function keepDiscountCode({ read, workspaceId }: Keeping, code: Reference<"discount_code">, source: Source): Promise<void> {
  const { rowId, updatedAt, partnerId } = code;
  const news = await read(sql`
    INSERT INTO discount_code_references AS kept (row_id, workspace_id, updated_at, partner_id, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${updatedAt}::timestamptz, ${partnerId}::uuid, false)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, partner_id = excluded.partner_id
    WHERE NOT kept.is_deleted AND ${isNews[source]} RETURNING kept.row_id AS "rowId"`);
  if (news.length === 0) return;
  const keys = [...new Set([code.code, ...code.aliases].map(nameKey))];
  await removeNames(read, rowId, keys);
  await read(sql`
    INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
    SELECT ${workspaceId}::uuid, given.key, ${rowId}::uuid FROM unnest(${keys}::text[]) AS given(key) ON CONFLICT DO NOTHING`);
}

/** A deleted code keeps its id, since records of the service may refer to it, and loses its names for good. */
export async function forgetDiscountCode({ read, workspaceId }: Keeping, rowId: string, at: Date): Promise<void> {
  await read(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, partner_id, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at.toISOString()}::timestamptz, NULL, true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
  await removeNames(read, rowId, []);
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

async function removeNames(read: Read, discountCodeId: string, except: readonly string[]): Promise<void> {
  await read(
    sql`DELETE FROM discount_code_names n WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.name_key <> ALL(${except}::text[])`,
  );
}
