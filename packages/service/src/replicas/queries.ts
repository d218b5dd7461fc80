import { onlyOne } from "@offergraph/shared/errors/look-up-error";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { groupBy } from "../db/group-by.js";
import type { Read } from "../db/read.js";
import { type Statement, sql } from "../db/statement.js";
import { type NameRef, nameOf } from "../filters/reference.js";
import type { Lookup, Reference } from "./kinds.js";

/** Local copy of a store connection, which the discounts service owns. */
export type ConnectionReferenceRow = Pick<Reference<"connection">, "rowId" | "slug" | "name" | "provider">;

/** Local copy of a partner, which the discounts service owns. */
export type PartnerReferenceRow = Pick<Reference<"partner">, "rowId" | "name">;

/** Local copy of a discount code, which the discounts service owns. The queries find a deleted code only by id. */
export type DiscountCodeReferenceRow = Pick<Reference<"discount_code">, "rowId" | "partnerId"> & { isDeleted: boolean };

/** Local copy of a form, which the forms service owns. The queries find a deleted form only by id. */
export type FormReferenceRow = Pick<Reference<"form">, "rowId"> & { isDeleted: boolean };

// The queries in this file return at most two rows, which are enough to detect an ambiguous name.

/** Finds a connection by id. Does not find deleted connections. */
export function readConnectionReferences(read: Read, { id }: Lookup<"connection">): Promise<ConnectionReferenceRow[]> {
  return read(sql`
    SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c
    WHERE c.row_id = ${id}::uuid AND NOT c.is_deleted`);
}

/** Finds a partner by id, by exact name, or by @handle in any case. Does not find deleted partners. */
export function readPartnerReferences(read: Read, wanted: Lookup<"partner">): Promise<PartnerReferenceRow[]> {
  const rows = sql`SELECT p.row_id AS "rowId", p.name FROM partner_references p WHERE NOT p.is_deleted`;
  if ("id" in wanted) return read(sql`${rows} AND p.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  const byHandle = name.startsWith("@") ? sql` OR p.handle_key = ${name.slice(1).toLowerCase()}` : sql``;
  return read(sql`${rows} AND (p.name = ${name}${byHandle}) LIMIT 2`);
}

/** Finds a discount code by id, or by code or alias in any case. */
export function readDiscountCodeReferences(read: Read, wanted: Lookup<"discount_code">): Promise<DiscountCodeReferenceRow[]> {
  const condition =
    "id" in wanted
      ? sql`d.row_id = ${wanted.id}::uuid`
      : sql`d.row_id IN (SELECT n.discount_code_id FROM discount_code_names n WHERE n.name_key = ${nameKey(wanted.name)})`;
  return read(sql`
    SELECT d.row_id AS "rowId", d.partner_id AS "partnerId", d.is_deleted AS "isDeleted"
    FROM discount_code_references d WHERE ${condition} LIMIT 2`);
}

/** Finds a form by id or slug. If no slug matches, finds forms by exact title. */
export function readFormReferences(read: Read, wanted: Lookup<"form">): Promise<FormReferenceRow[]> {
  if ("id" in wanted) return read(sql`SELECT ${formColumns} FROM form_references f WHERE f.row_id = ${wanted.id}::uuid`);
  return read(formsNamed(sql`${wanted.name}::text`));
}

const formColumns = sql`f.row_id AS "rowId", f.is_deleted AS "isDeleted"`;

function formsNamed(name: Statement): Statement {
  const bySlug = sql`SELECT f.row_id FROM form_references f WHERE f.form_slug = ${name} AND NOT f.is_deleted`;
  return sql`
    SELECT ${formColumns} FROM form_references f WHERE f.row_id IN (${bySlug})
    UNION ALL SELECT ${formColumns} FROM form_references f WHERE f.title = ${name} AND NOT f.is_deleted AND NOT EXISTS (${bySlug}) LIMIT 2`;
}

/** Finds forms by slug or exact title, like `readFormReferences`. Looks up all names with one statement. */
export async function readFormsNamed(read: Read, names: readonly string[]): Promise<Map<string, Pick<FormReferenceRow, "rowId">[]>> {
  const rows = await read<{ name: string; rowId: string }>(sql`
    SELECT n.name, named."rowId" FROM unnest(${names}::text[]) AS n(name) CROSS JOIN LATERAL (${formsNamed(sql`n.name`)}) named`);
  return groupBy(rows, ({ name }) => name);
}

/** Returns the id of the only row, or null if there is no row. */
export function onlyId(rows: readonly { rowId: string }[], field: string): string | null {
  const { row, fault } = onlyOne(rows);
  if (fault === "AMBIGUOUS_REF") throw new BadUserInput(field, "More than one record in this workspace matches this name. Use the id.");
  return row?.rowId ?? null;
}

/** Converts a partner's name or @handle in a filter to the partner's id. */
export const partnerByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readPartnerReferences(read, { name: nameOf(ref) }), "partnerId");

/** Converts a form's slug or title in a query to the form's id. */
export const formByName = (read: Read, field: string) => async (ref: NameRef) =>
  onlyId(await readFormReferences(read, { name: nameOf(ref) }), field);

/** Converts a code or alias in a filter to the discount code's id. */
export const discountCodeByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readDiscountCodeReferences(read, { name: nameOf(ref) }), "discountCodeId");
