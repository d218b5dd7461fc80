import type { Read } from "@offergraph/service/db/read";
import { raw, rowsById, sql } from "@offergraph/service/db/statement";
import type { FilterShape } from "@offergraph/service/filters/filter";
import type { OrderShape } from "@offergraph/service/filters/order";
import type { NameRef } from "@offergraph/service/filters/reference";
import type { Lookup, Reference } from "@offergraph/service/replicas/kinds";
import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { type ReadRef, readRef } from "@offergraph/shared/schema/ref";
import type { FormPatch } from "../domain/fields.js";
import { formStatuses } from "../domain/ordinals.js";
import { formMeant, unknownFormMessages } from "../domain/refs.js";
import { Prisma } from "../generated/prisma/client.js";
import type { SqlTx, Tx } from "../tx.js";
import { endAccessKeys } from "./access-keys.js";
import { optional, required } from "./columns.js";
import type { FormRow, PlacementRow } from "./rows.js";

export const formColumns = raw(`
  f.row_id AS "rowId", f.workspace_id AS "workspaceId", f.created_at AS "createdAt", f.updated_at AS "updatedAt", f.form_slug AS "formSlug",
  f.title, f.surfaces, f.priority, f.status, f.view_type AS "viewType", f.returning_enabled AS "returningEnabled",
  f.enable_repeat AS "enableRepeat", f.enable_ends_at AS "enableEndsAt", f.starts_at AS "startsAt", f.ends_at AS "endsAt", f.tags,
  f.reason_set AS "reasonSet", f.draft, f.published_variant_id AS "publishedVariantId", f.published_at AS "publishedAt"`);

export const formsTable = sql`forms f`;

export const formOrder = {
  keys: { CREATED_AT: { sql: sql`f.created_at`, kind: "datetime", nullable: false } },
  primaryKey: { sql: sql`f.row_id`, kind: "uuid", nullable: false },
} as const satisfies OrderShape;

export const formFilter: FilterShape = {
  rowId: { column: formOrder.primaryKey },
  formSlug: required("text", sql`f.form_slug`),
  title: optional("text", sql`f.title`),
  startsAt: optional("datetime", sql`f.starts_at`),
  endsAt: optional("datetime", sql`f.ends_at`),
  updatedAt: required("datetime", sql`f.updated_at`),
};

export function readForms(read: Read, ids: readonly string[]): Promise<FormRow[]> {
  return read<FormRow>(sql`SELECT ${formColumns} FROM ${rowsById("forms", ids)} f`);
}

export async function readFormBySlug(read: Read, slug: string): Promise<FormRow | null> {
  const [form] = await read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.form_slug = ${slug}`);
  return form ?? null;
}

/** A form and its placements, with the fields that warnings need. */
export type ShownFormRow = FormRow & { shownPlacements: Pick<PlacementRow, "rowId" | "published">[] };

/** Like `readFormBySlug`, with the data that warnings need. */
export async function readShownForm(read: Read, slug: string): Promise<ShownFormRow | null> {
  const [form] = await read<ShownFormRow>(sql`
    SELECT ${formColumns}, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('rowId', p.row_id, 'published', p.published) ORDER BY p.created_at, p.row_id), '[]')
        FROM form_placements p WHERE p.form_id = f.row_id) AS "shownPlacements"
    FROM forms f WHERE f.form_slug = ${slug}`);
  return form ?? null;
}

export async function lockForm(read: Read, id: string): Promise<FormRow | undefined> {
  const [form] = await read<FormRow>(sql`SELECT ${formColumns} FROM forms f WHERE f.row_id = ${id}::uuid FOR UPDATE`);
  return form;
}

export type NamedForm = Pick<FormRow, "rowId" | "formSlug" | "title">;

/** Reads all forms that may match one of the references. Call `formMeant` to choose the form of each reference. */
export function readFormsMeant(read: Read, refs: readonly ReadRef[]): Promise<NamedForm[]> {
  const ids = refs.flatMap(({ id }) => id ?? []);
  const names = refs.flatMap(({ name }) => name ?? []);
  return read<NamedForm>(sql`
    SELECT f.row_id AS "rowId", f.form_slug AS "formSlug", f.title FROM ${rowsById("forms", ids)} f
    UNION SELECT f.row_id, f.form_slug, f.title FROM forms f WHERE f.form_slug = ANY(${names}::text[])
    UNION SELECT f.row_id, f.form_slug, f.title FROM forms f WHERE f.title = ANY(${names}::text[])`);
}

/** Converts a form's slug or title in a filter to the form's id. */
export const formByRef = (read: Read) => async (ref: NameRef) => {
  const meant = readRef(ref);
  const form = formMeant(meant, await readFormsMeant(read, [meant]));
  if (form === "AMBIGUOUS_REF") throw new BadUserInput("formId", unknownFormMessages.AMBIGUOUS_REF);
  return form === "NOT_FOUND" ? null : form.rowId;
};

/** Looks up a form for another service by id or slug, else by title. Returns at most two title matches, enough to detect ambiguity. */
export function readFormReferences(read: Read, wanted: Lookup<"form">): Promise<Reference<"form">[]> {
  const columns = sql`f.row_id AS "rowId", f.form_slug AS "formSlug", f.title, f.updated_at AS "updatedAt"`;
  if ("id" in wanted) return read(sql`SELECT ${columns} FROM forms f WHERE f.row_id = ${wanted.id}::uuid`);
  const { name } = wanted;
  return read(sql`
    SELECT ${columns} FROM forms f WHERE f.form_slug = ${name}
    UNION ALL
    SELECT ${columns} FROM forms f WHERE f.title = ${name} AND NOT EXISTS (SELECT FROM forms s WHERE s.form_slug = ${name}) LIMIT 2`);
}

export async function readPublishedForms(read: Read): Promise<Map<string, string>> {
  const rows = await read<NamedForm>(sql`
    SELECT f.row_id AS "rowId", f.form_slug AS "formSlug" FROM forms f WHERE f.status = ${formStatuses.indexOf("PUBLISHED")}
    ORDER BY f.form_slug`);
  return new Map(rows.map(({ rowId, formSlug }) => [rowId, formSlug]));
}

export async function readSlugsLike(read: Read, slug: string): Promise<Set<string>> {
  const rows = await read<{ slug: string }>(sql`SELECT f.form_slug AS slug FROM forms f WHERE starts_with(f.form_slug, ${slug})`);
  return new Set(rows.map(({ slug: taken }) => taken));
}

/** Locks the workspace's form slugs, or the workspace's rotation, until the transaction ends. Call this function before locking rows. */
export async function lockForWorkspace(tx: SqlTx, what: "slugs" | "rotation"): Promise<void> {
  await tx.sql(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${tx.workspaceId} form ${what}`}, 0)) IS NULL AS queued`);
}

export async function insertForm(
  { prisma, workspaceId, now }: Tx,
  form: Pick<FormRow, "rowId" | "formSlug" | "title" | "surfaces" | "priority">,
): Promise<void> {
  const unset = { status: formStatuses.indexOf("DRAFT"), returningEnabled: false, enableRepeat: false, enableEndsAt: false, tags: {} };
  await prisma.form.createMany({ data: [{ ...form, ...unset, workspaceId, createdAt: now, updatedAt: now }] });
}

export type FormChange = FormPatch & Partial<Pick<FormRow, "publishedVariantId" | "publishedAt">> & { draft?: Record<string, unknown> };

export async function updateForm({ prisma, workspaceId, now }: Tx, rowId: string, change: FormChange): Promise<void> {
  const { status, reasonSet, draft, ...plain } = change;
  const data = {
    ...plain,
    ...(status && { status: formStatuses.indexOf(status) }),
    ...(reasonSet !== undefined && { reasonSet: reasonSet === null ? Prisma.DbNull : { ...reasonSet } }),
    ...(draft && { draft: draft as Prisma.InputJsonObject }),
    updatedAt: now,
  };
  await prisma.form.updateMany({ where: { workspaceId, rowId }, data });
}

export async function deleteForm(tx: Tx, rowId: string): Promise<void> {
  const { prisma, workspaceId } = tx;
  // Locks the placements first, so that a concurrent key rotation cannot add a key after endAccessKeys.
  const placements = await tx.sql<{ rowId: string }>(sql`
    SELECT p.row_id AS "rowId" FROM form_placements p WHERE p.form_id = ${rowId}::uuid ORDER BY p.row_id FOR UPDATE`);
  const ids = placements.map((placement) => placement.rowId);
  await endAccessKeys(tx, sql`SELECT unnest(${ids}::uuid[])`);
  await prisma.form.deleteMany({ where: { workspaceId, rowId } });
}
