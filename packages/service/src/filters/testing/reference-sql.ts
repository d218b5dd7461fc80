import pg from "pg";
import { columns, partners } from "./fixtures.js";

// Reference implementation of filters for the property tests. Generates SQL with literals, and reads the plain_… columns. Shares no code
// with the filter compiler.

const quote = (value: unknown): string => pg.escapeLiteral(String(value));
const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const types: Record<string, string> = {
  uuid: "uuid",
  text: "text",
  datetime: "timestamptz",
  date: "date",
  decimal: "numeric",
  int: "bigint",
  float: "float8",
  boolean: "boolean",
  enum: "mood",
  "text-list": "text[]",
};
const signs: Record<string, string> = {
  equalTo: "=",
  notEqualTo: "<>",
  greaterThan: ">",
  greaterThanOrEqualTo: ">=",
  lessThan: "<",
  lessThanOrEqualTo: "<=",
};

function plainColumn(name: string): string {
  return name === "mood" || name === "cents" ? `plain_${name}` : snake(name);
}

function literal(kind: string, value: unknown): string {
  if (kind === "text-list") return `ARRAY[${(value as string[]).map(quote).join(", ")}]::text[]`;
  return `${quote(value)}::${types[kind]}`;
}

function operator(column: string, kind: string, name: string, value: unknown): string {
  if (name === "isNull") return value ? `${column} IS NULL` : `${column} IS NOT NULL`;
  if (name === "includesInsensitive") return `position(lower(${quote(value)}) in lower(${column})) > 0`;
  if (name === "anyEqualTo") return `${column} @> ARRAY[${quote(value)}]::text[]`;
  if (name === "in" || name === "notIn") {
    const list = value as unknown[];
    // SQL does not allow an empty IN list.
    if (list.length === 0) return name === "in" ? "false" : "true";
    return `${column} ${name === "in" ? "IN" : "NOT IN"} (${list.map((item) => literal(kind, item)).join(", ")})`;
  }
  return `${column} ${signs[name]} ${literal(kind, value)}`;
}

function field(name: string, value: unknown): string {
  if (name === "extraExists") return `${value ? "" : "NOT "}row_id IN (SELECT thing_id FROM extras)`;
  const column = plainColumn(name);
  const kind = columns[name as keyof typeof columns].kind;
  if (name === "partnerId" && (typeof value === "string" || "name" in (value as object))) {
    const ref = typeof value === "string" ? value : (value as { name: string }).name;
    const id = ref.length === 36 ? ref : partners[ref];
    return id ? `${column} = ${quote(id)}::uuid` : `${column} <> ${column}`;
  }
  const parts = Object.entries(value as object).map(([operatorName, operand]) => `(${operator(column, kind, operatorName, operand)})`);
  return parts.length === 0 ? "true" : parts.join(" AND ");
}

/** Converts a filter to a boolean SQL expression over `things`. */
export function plainFilter(filter: Record<string, unknown>): string {
  const parts = Object.entries(filter).map(([key, value]) => {
    if (key === "not") return `(NOT ${plainFilter(value as Record<string, unknown>)})`;
    if (key !== "and" && key !== "or") return `(${field(key, value)})`;
    const members = (value as Record<string, unknown>[]).map(plainFilter);
    return members.length === 0 ? "(true)" : `(${members.join(key === "and" ? " AND " : " OR ")})`;
  });
  return parts.length === 0 ? "(true)" : `(${parts.join(" AND ")})`;
}

/** Converts an orderBy argument to the list of an ORDER BY clause. */
export function plainOrder(orderBy: readonly string[]): string {
  const keys = orderBy.map((value) => {
    if (value === "NATURAL") return "row_id";
    const descending = value.endsWith("_DESC");
    const name = value.replace(/_(ASC|DESC)$/, "").toLowerCase();
    const column = name === "primary_key" ? "row_id" : name === "mood" || name === "cents" ? `plain_${name}` : name;
    return `${column} ${descending ? "DESC NULLS FIRST" : "ASC NULLS LAST"}`;
  });
  return [...keys, "row_id ASC"].join(", ");
}
