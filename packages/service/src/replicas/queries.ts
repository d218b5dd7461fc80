import { onlyOne } from "@offergraph/shared/errors/look-up-error";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import type { Read } from "../db/read.js";
import { sql } from "../db/statement.js";
import type { NameRef } from "../filters/reference.js";
import type { Lookup, Reference } from "./kinds.js";

/** Replica of a store connection of the discounts service. */
export type ConnectionReferenceRow = Pick<Reference<"connection">, "rowId" | "slug" | "name" | "provider">;

/** Replica of a partner of the discounts service. */
export type PartnerReferenceRow = Pick<Reference<"partner">, "rowId" | "name">;

/** Replica of a discount code of the discounts service. Deleted codes are only found by id. */
export type DiscountCodeReferenceRow = Pick<Reference<"discount_code">, "rowId" | "partnerId"> & { isDeleted: boolean };

/** Replica of a form of the forms service. Deleted forms are only found by id. */
export type FormReferenceRow = Pick<Reference<"form">, "rowId"> & { isDeleted: boolean };

// Queries of the local replicas return at most two rows, enough to detect an ambiguous name.

/** Does not find deleted connections. */
export function readConnectionReferences(read: Read, { id }: Lookup<"connection">): Promise<ConnectionReferenceRow[]> {
  return read(sql`
    SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c
    WHERE c.row_id = ${id}::uuid AND NOT c.is_deleted`);
}

/** Matches the partner's exact name, or its @handle ignoring case. Does not find deleted partners. */
export function readPartnerReferences(read: Read, wanted: Lookup<"partner">): Promise<PartnerReferenceRow[]> {
  const rows = sql`SELECT p.row_id AS "rowId", p.name FROM partner_references p WHERE NOT p.is_deleted`;
  if ("id" in wanted) return read(sql`${rows} AND p.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  const byHandle = name.startsWith("@") ? sql` OR p.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  return read(sql`${rows} AND (p.name = ${name}${byHandle}) LIMIT 2`);
}

/** Matches the code or an alias, ignoring case. */
export function readDiscountCodeReferences(read: Read, wanted: Lookup<"discount_code">): Promise<DiscountCodeReferenceRow[]> {
  const condition =
    "id" in wanted
      ? sql`d.row_id = ${wanted.id}::uuid`
      : sql`d.row_id IN (SELECT n.discount_code_id FROM discount_code_names n WHERE n.name_key = ${nameKey(wanted.name)})`;
  return read(sql`
    SELECT d.row_id AS "rowId", d.partner_id AS "partnerId", d.is_deleted AS "isDeleted"
    FROM discount_code_references d WHERE ${condition} LIMIT 2`);
}

/** Matches the form's slug, or else the exact title. */
export function readFormReferences(read: Read, wanted: Lookup<"form">): Promise<FormReferenceRow[]> {
  const columns = sql`f.row_id AS "rowId", f.is_deleted AS "isDeleted"`;
  if ("id" in wanted) return read(sql`SELECT ${columns} FROM form_references f WHERE f.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  const bySlug = sql`SELECT f.row_id FROM form_references f WHERE f.form_slug = ${name} AND NOT f.is_deleted`;
  return read(sql`
    SELECT ${columns} FROM form_references f WHERE f.row_id IN (${bySlug})
    UNION ALL SELECT ${columns} FROM form_references f WHERE f.title = ${name} AND NOT f.is_deleted AND NOT EXISTS (${bySlug}) LIMIT 2`);
}

/** Returns the id for a name in a filter, or null. Does not ask the owning service: local records refer only to records in the replica. */
function onlyId(rows: readonly { rowId: string }[], field: string): string | null {
  const { row, fault } = onlyOne(rows);
  if (fault === "AMBIGUOUS_REF") throw new BadUserInput(field, "More than one record in this workspace matches this name. Use the id.");
  return row?.rowId ?? null;
}

const nameOf = (ref: NameRef): string => (typeof ref === "string" ? ref : ref.name);

/** Resolves a partner's name or @handle in a filter. */
export const partnerByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readPartnerReferences(read, { name: nameOf(ref) }), "partnerId");

/** Resolves a form's slug or title in a query. */
export const formByName = (read: Read, field: string) => async (ref: NameRef) =>
  onlyId(await readFormReferences(read, { name: nameOf(ref) }), field);

/** Resolves a code or alias in a filter. */
export const discountCodeByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readDiscountCodeReferences(read, { name: nameOf(ref) }), "discountCodeId");
