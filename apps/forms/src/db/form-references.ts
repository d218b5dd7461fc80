import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Lookup, Reference } from "@offergraph/service/replicas/kinds";
import type { ConnectionReferenceRow } from "@offergraph/service/replicas/queries";

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

export function readAllConnections(read: Read): Promise<ConnectionReferenceRow[]> {
  return read(sql`SELECT c.row_id AS "rowId", c.slug, c.name, c.provider FROM connection_references c ORDER BY c.slug, c.row_id`);
}
