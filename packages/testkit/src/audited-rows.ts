import type pg from "pg";

/**
 * Throws an Error if an audited transaction wrote a row of an audited table, and the recorded changes lack the row or have other values.
 * PostgreSQL stores the id of the last writing transaction in `xmin` of each row, so the check does not rely on the triggers. The fixture
 * runs the check after the tests of each file, and therefore after all tests of all mutations.
 */
export async function checkAuditedRows(admin: pg.Client): Promise<void> {
  // Without statistics, PostgreSQL would compare each row with all changes of its operation, one pair after another.
  await admin.query("SET TimeZone = 'UTC'; SET enable_nestloop = off");
  const { rows: tables } = await admin.query<{ name: string; isPrivate: boolean }>(`
    SELECT t.tgrelid::regclass::text AS name, p.proname = 'record_private_audit_change' AS "isPrivate"
    FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid WHERE t.tgname = 'audit'`);
  for (const { name, isPrivate } of tables) {
    const { rows } = await admin.query<{ operation: string; row: object }>(missingRows(name, isPrivate));
    if (rows.length > 0) throw new Error(`The audit log lacks rows of ${name}: ${JSON.stringify(rows)}`);
  }
}

function missingRows(table: string, isPrivate: boolean): string {
  // For a private table, the recorded changes contain only the values of the id columns.
  const isRecorded = isPrivate
    ? "to_jsonb(t) @> (SELECT jsonb_object_agg(one.key, one.value) FROM jsonb_each(c.after::jsonb) one WHERE one.value <> 'null')"
    : "c.after::text = row_to_json(t)::text";
  return `
    SELECT o.details->>'operation' AS operation, to_json(t) AS row
    FROM ${table} t JOIN audit_operations o ON o.xmin = t.xmin AND o.workspace_id = t.workspace_id
    WHERE NOT EXISTS (
      SELECT FROM audit_changes c
      WHERE c.workspace_id = o.workspace_id AND c.operation_id = o.operation_id AND c.table_name = '${table}' AND ${isRecorded})
    LIMIT 3`;
}
