import type pg from "pg";

/** An audited table. For a private table, the recorded changes contain only the values of the id columns. */
interface Table {
  name: string;
  isPrivate: boolean;
  ids: string[];
}

/**
 * Throws an Error if an audited transaction wrote a row of an audited table, and the recorded changes lack the row or have other values.
 * PostgreSQL stores the id of the last writing transaction in `xmin` of each row, so the check does not rely on the triggers. The fixture
 * runs the check after the tests of each file, and therefore after all tests of all mutations.
 */
export async function checkAuditedRows(admin: pg.Client): Promise<void> {
  // Without statistics, PostgreSQL would compare each row with all changes of its operation, one pair after another.
  await admin.query("SET TimeZone = 'UTC'; SET enable_nestloop = off");
  const { rows: tables } = await admin.query<Table>(`
    SELECT t.tgrelid::regclass::text AS name, p.proname = 'record_private_audit_change' AS "isPrivate",
      array_remove(string_to_array(encode(t.tgargs, 'escape'), '\\000'), '') AS ids
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgname = 'audit'`);
  for (const table of tables) {
    const { rows } = await admin.query<{ operation: string; row: object }>(missingRows(table), [table.name]);
    if (rows.length > 0) throw new Error(`The audit log lacks rows of ${table.name}: ${JSON.stringify(rows)}`);
  }
}

function missingRows({ name, isPrivate, ids }: Table): string {
  const valuesOf = (json: string) =>
    `(SELECT jsonb_object_agg(one.key, one.value)::text FROM jsonb_each(${json}::jsonb) one WHERE one.value <> 'null')`;
  const idsOf = ids.map((id) => `'${id}', t."${id}"`).join();
  const [written, recorded] = isPrivate
    ? [valuesOf(`jsonb_build_object(${idsOf})`), valuesOf("c.after")]
    : ["row_to_json(t)::text", "c.after::text"];
  return `
    WITH written AS MATERIALIZED (
      SELECT o.workspace_id, o.operation_id, o.details->>'operation' AS operation, to_json(t) AS row, ${written} AS content
      FROM ${name} t JOIN audit_operations o ON o.xmin = t.xmin AND o.workspace_id = t.workspace_id
    ), recorded AS MATERIALIZED (
      SELECT c.workspace_id, c.operation_id, ${recorded} AS content FROM audit_changes c WHERE c.table_name = $1
    )
    SELECT w.operation, w.row FROM written w
    WHERE NOT EXISTS (
      SELECT FROM recorded r WHERE (r.workspace_id, r.operation_id, r.content) = (w.workspace_id, w.operation_id, w.content))
    LIMIT 3`;
}
