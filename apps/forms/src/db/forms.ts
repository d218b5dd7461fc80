import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { ReadRef } from "@offergraph/shared/schema/ref";
import { formColumns } from "./columns.js";
import type { FormRow } from "./rows.js";

export function readForms(read: Read, ids: readonly string[]): Promise<FormRow[]> {
  return read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.row_id = ANY(${ids}::uuid[])`);
}

export async function readFormBySlug(read: Read, slug: string): Promise<FormRow | null> {
  const [form] = await read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.form_slug = ${slug}`);
  return form ?? null;
}

export async function lockForm(read: Read, id: string): Promise<FormRow | undefined> {
  const [form] = await read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.row_id = ${id}::uuid FOR UPDATE`);
  return form;
}

export type NamedForm = Pick<FormRow, "rowId" | "formSlug" | "title">;

/** Reads the candidates of form references; `formMeant` chooses among them. */
export function readFormsMeant(read: Read, refs: readonly ReadRef[]): Promise<NamedForm[]> {
  const ids = refs.flatMap(({ id }) => id ?? []);
  const names = refs.flatMap(({ name }) => name ?? []);
  return read<NamedForm>(sql`
    SELECT f.row_id AS "rowId", f.form_slug AS "formSlug", f.title FROM forms f WHERE f.row_id = ANY(${ids}::uuid[])
    UNION SELECT f.row_id, f.form_slug, f.title FROM forms f WHERE f.form_slug = ANY(${names}::text[])
    UNION SELECT f.row_id, f.form_slug, f.title FROM forms f WHERE f.title = ANY(${names}::text[])`);
}

export async function readPublishedForms(read: Read, published: number): Promise<Map<string, string>> {
  const rows = await read<NamedForm>(
    sql`SELECT f.row_id AS "rowId", f.form_slug AS "formSlug", f.title FROM forms f WHERE f.status = ${published} ORDER BY f.form_slug`,
  );
  return new Map(rows.map(({ rowId, formSlug }) => [rowId, formSlug]));
}

export async function readSlugsLike(read: Read, slug: string): Promise<Set<string>> {
  const rows = await read<{ slug: string }>(sql`SELECT f.form_slug AS slug FROM forms f WHERE starts_with(f.form_slug, ${slug})`);
  return new Set(rows.map(({ slug: taken }) => taken));
}
