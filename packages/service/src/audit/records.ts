import { isDeepStrictEqual } from "node:util";
import type { AuditRecord } from "@offergraph/shared/contracts/audit-events";
import { newId } from "@offergraph/shared/time/ids";
import type { AuditedTable, AuditPlan } from "./plan.js";

type Row = Readonly<Record<string, unknown>>;

/** A row as a trigger recorded it. `before` is null for an INSERT, and `after` is null for a DELETE. */
export interface RowChange {
  table: string;
  before: Row | null;
  after: Row | null;
}

type Change = AuditRecord["changes"][number];

const maxCharacters = 1_000;
// Omits `updated_at`, because the audit log already contains the operation's time. Omits `workspace_id`, because all rows of a transaction
// have the same workspace.
const omitted = new Set(["workspace_id", "updated_at"]);

/**
 * Returns the records that an operation changed, with one entry for each record. A record that several statements changed has the values
 * before the first and after the last statement. `changes` must be in the order of the statements.
 */
export function recordsOf({ tables }: Pick<AuditPlan, "tables">, changes: readonly RowChange[]): AuditRecord[] {
  const byRecord = new Map<string, RowChange[]>();
  for (const change of changes) {
    const key = JSON.stringify([change.table, idOf(definitionOf(tables, change.table), change)]);
    const known = byRecord.get(key);
    if (known) known.push(change);
    else byRecord.set(key, [change]);
  }
  return [...byRecord.values()].flatMap((ofRecord) => recordOf(definitionOf(tables, ofRecord[0]?.table ?? ""), ofRecord) ?? []);
}

/** Treats an unknown table as private, because a newer version of the service may have added a table that contains secrets. */
function definitionOf(tables: AuditPlan["tables"], table: string): AuditedTable {
  return tables[table] ?? { recordType: table, isPrivate: true };
}

function idOf({ id = ["row_id"] }: AuditedTable, { before, after }: RowChange): string {
  return id.map((column) => String((after ?? before)?.[column])).join("/");
}

function recordOf(table: AuditedTable, changes: readonly RowChange[]): AuditRecord | undefined {
  const [first, last] = [changes[0], changes.at(-1)];
  if (!first || !last) return undefined;
  const [before, after] = [first.before, last.after];
  if (!before && !after) return undefined;
  const action = !before ? "CREATED" : after ? "UPDATED" : "DELETED";
  const found = table.isPrivate ? privateChanges(table, changes) : changesBetween(table, before ?? {}, after ?? {});
  if (action === "UPDATED" && !table.isPrivate && isDeepStrictEqual(before, after)) return undefined;
  const { customer_id: customer } = after ?? before ?? {};
  const customerId = typeof customer === "string" && !table.isPrivate ? customer : null;
  return { rowId: newId(), recordType: table.recordType, recordId: idOf(table, last), action, customerId, changes: found };
}

/** A trigger of a private table records only the names of the changed columns. */
function privateChanges({ id = ["row_id"] }: AuditedTable, changes: readonly RowChange[]): Change[] {
  const columns = new Set(changes.flatMap(({ before, after }) => Object.keys(after ?? before ?? {})));
  return [...columns].filter((column) => !omitted.has(column) && !id.includes(column)).map(hiddenChange);
}

function changesBetween(table: AuditedTable, before: Row, after: Row): Change[] {
  const { id = ["row_id"], hidden = [], enums = {} } = table;
  const columns = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return columns.flatMap((column) => {
    const [old = null, now = null] = [before[column], after[column]];
    if (omitted.has(column) || id.includes(column) || isDeepStrictEqual(old, now)) return [];
    if (hidden.includes(column)) return hiddenChange(column);
    const names = enums[column];
    return changeOf(column, nameOf(names, old), nameOf(names, now));
  });
}

const hiddenChange = (column: string): Change => ({ field: fieldOf(column), before: null, after: null, isHidden: true });

function changeOf(column: string, before: unknown, after: unknown): Change {
  const field = fieldOf(column);
  const [old, now] = [textOf(before), textOf(after)];
  if (old.length <= maxCharacters && now.length <= maxCharacters) return { field, before, after };
  return { field, before: beginningOf(before, old), after: beginningOf(after, now), isTruncated: true };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

function beginningOf(value: unknown, text: string): string | null {
  if (value === null) return null;
  // Does not cut a surrogate pair, because PostgreSQL rejects half of a pair.
  return text.slice(0, maxCharacters).replace(/[\uD800-\uDBFF]$/, "");
}

function nameOf(names: readonly string[] | undefined, value: unknown): unknown {
  return typeof value === "number" ? (names?.[value] ?? value) : value;
}

const fieldOf = (column: string) => column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
