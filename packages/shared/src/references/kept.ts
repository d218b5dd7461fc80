import type { Read } from "../database/read.js";
import { sql } from "../database/statement.js";
import { onlyOne } from "../errors/look-up.js";
import { BadUserInput } from "../errors/public-error.js";
import type { NameRef } from "../filters/reference.js";
import { nameKey } from "../schema/name-key.js";
import type { Wanted } from "./kinds.js";

/** A store connection, as far as others than discounts, which owns it, know it. */
export interface ConnectionReferenceRow {
  rowId: string;
  slug: string;
  name: string;
  provider: string;
}

/** A partner, as far as others than discounts know it. */
export interface PartnerReferenceRow {
  rowId: string;
  name: string;
}

/** A discount code, as far as others than discounts know it. A deleted one is found by its id alone. */
export interface DiscountCodeReferenceRow {
  rowId: string;
  partnerId: string | null;
  isDeleted: boolean;
}

/** A form, as far as others than forms know it. A deleted one is found by its id alone. */
export interface FormReferenceRow {
  rowId: string;
  isDeleted: boolean;
}

// What is known here of others' records. Of one record at most two rows: more than one is as bad as many.

export function readConnectionReferences(read: Read, { id }: Wanted<"connection">): Promise<ConnectionReferenceRow[]> {
  return read(sql`
    SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c WHERE c.row_id = ${id}::uuid`);
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

/** A name is the form's slug, else its exact title. */
export function readFormReferences(read: Read, wanted: Wanted<"form">): Promise<FormReferenceRow[]> {
  const columns = sql`f.row_id AS "rowId", f.is_deleted AS "isDeleted"`;
  if ("id" in wanted) return read(sql`SELECT ${columns} FROM form_references f WHERE f.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  const bySlug = sql`SELECT f.row_id FROM form_references f WHERE f.form_slug = ${name} AND NOT f.is_deleted`;
  return read(sql`
    SELECT ${columns} FROM form_references f WHERE f.row_id IN (${bySlug})
    UNION ALL SELECT ${columns} FROM form_references f WHERE f.title = ${name} AND NOT f.is_deleted AND NOT EXISTS (${bySlug}) LIMIT 2`);
}

/** The id of what a filter's name stands for in what is known here; null for nothing. No owner is asked: it can only tell of records that nothing here refers to. */
function onlyId(rows: readonly { rowId: string }[], field: string): string | null {
  const { row, fault } = onlyOne(rows);
  if (fault === "AMBIGUOUS_REF") throw new BadUserInput(field, "More than one record of the workspace goes by this name: use the id.");
  return row?.rowId ?? null;
}

const nameOf = (ref: NameRef): string => (typeof ref === "string" ? ref : ref.name);

/** How a filter finds a partner by name or @handle. */
export const partnerByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readPartnerReferences(read, { name: nameOf(ref) }), "partnerId");

/** How a read finds a form by its slug or title. */
export const formByName = (read: Read, field: string) => async (ref: NameRef) =>
  onlyId(await readFormReferences(read, { name: nameOf(ref) }), field);

/** How a filter finds a discount code by its code or an alias. */
export const discountCodeByName = (read: Read) => async (ref: NameRef) =>
  onlyId(await readDiscountCodeReferences(read, { name: nameOf(ref) }), "discountCodeId");
