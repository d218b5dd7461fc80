import type { Read } from "@offergraph/shared/database/read";
import { sql } from "@offergraph/shared/database/statement";
import type { Wanted } from "@offergraph/shared/references/kinds";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { ConnectionReferenceRow, DiscountCodeReferenceRow, PartnerReferenceRow } from "./rows.js";

// What is known here of others' records. Of one record at most two rows: more than one is as bad as many.

export function readConnectionReferences(read: Read, { id }: Wanted<"connection">): Promise<ConnectionReferenceRow[]> {
  return read(sql`
    SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c WHERE c.row_id = ${id}::uuid`);
}

/** All of the workspace that are known here. */
export function readAllConnections(read: Read): Promise<ConnectionReferenceRow[]> {
  return read(sql`SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c ORDER BY c.slug, c.row_id`);
}

/** A name is the partner's exact name, or its @handle whatever the case. */
export function readPartnerReferences(read: Read, wanted: Wanted<"partner">): Promise<PartnerReferenceRow[]> {
  if ("id" in wanted) return read(sql`SELECT p.row_id AS "rowId", p.name FROM partner_references p WHERE p.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  const byHandle = name.startsWith("@") ? sql` OR p.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  return read(sql`SELECT p.row_id AS "rowId", p.name FROM partner_references p WHERE p.name = ${name}${byHandle} LIMIT 2`);
}

/** A name is the code or an alias, whatever the case. */
export function readDiscountCodeReferences(read: Read, wanted: Wanted<"discount_code">): Promise<DiscountCodeReferenceRow[]> {
  const condition =
    "id" in wanted
      ? sql`d.row_id = ${wanted.id}::uuid`
      : sql`d.row_id IN (SELECT n.discount_code_id FROM discount_code_names n WHERE n.name_key = ${nameKey(wanted.name)})`;
  return read(sql`
    SELECT d.row_id AS "rowId", d.partner_id AS "partnerId", d.is_deleted AS "isDeleted"
    FROM discount_code_references d WHERE ${condition} LIMIT 2`);
}
