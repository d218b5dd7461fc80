/**
 * Returns rows as JSON for PostgreSQL's json_populate_recordset: inserts any number of rows in one statement, without Prisma's CPU time per
 * value. Columns are the field names in snake_case.
 */
export function bulkRows(rows: readonly object[]): string {
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(Object.entries(row).map(([field, value]) => [columnOf(field), plain(value)]))),
  );
}

const columns = new Map<string, string>();

function columnOf(field: string): string {
  let column = columns.get(field);
  if (column === undefined) {
    column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    columns.set(field, column);
  }
  return column;
}

const plain = (value: unknown) => (typeof value === "bigint" ? String(value) : value);
