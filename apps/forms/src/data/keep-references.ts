import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { Reference } from "@offergraph/shared/references/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Writing } from "./transaction.js";

type Keeping = Pick<Writing, "read" | "workspaceId">;

/** Who tells of a record: its events come in order; an answer may be overtaken by an event of the same millisecond. */
export type Source = "event" | "answer";

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
  const isNews = source === "event" ? sql`kept.updated_at <= excluded.updated_at` : sql`kept.updated_at < excluded.updated_at`;
  const news = await read(sql`
    INSERT INTO discount_code_references AS kept (row_id, workspace_id, updated_at, partner_id, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${updatedAt}::timestamptz, ${partnerId}::uuid, false)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, partner_id = excluded.partner_id
    WHERE NOT kept.is_deleted AND ${isNews} RETURNING kept.row_id AS "rowId"`);
  if (news.length === 0) return;
  const keys = [...new Set([code.code, ...code.aliases].map(nameKey))];
  await removeNames(read, rowId, keys);
  await read(sql`
    INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
    SELECT ${workspaceId}::uuid, given.key, ${rowId}::uuid FROM unnest(${keys}::text[]) AS given(key) ON CONFLICT DO NOTHING`);
}

/** A deleted code keeps its id, since responses may refer to it, and loses its names for good. */
export async function forgetDiscountCode({ read, workspaceId }: Keeping, rowId: string, at: Date): Promise<void> {
  await read(sql`
    INSERT INTO discount_code_references (row_id, workspace_id, updated_at, partner_id, is_deleted)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at.toISOString()}::timestamptz, NULL, true)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_deleted = true`);
  await removeNames(read, rowId, []);
}

async function removeNames(read: Read, discountCodeId: string, except: readonly string[]): Promise<void> {
  await read(
    sql`DELETE FROM discount_code_names n WHERE n.discount_code_id = ${discountCodeId}::uuid AND n.name_key <> ALL(${except}::text[])`,
  );
}
