import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { isObject } from "@offergraph/shared/json/exact-json";
import { join, raw, type Statement, sql } from "../db/statement.js";
import { type Column, matchAll, matchNone, matchPresent, parameterType } from "./columns.js";
import { type Comparison, compareScaled } from "./scaled-decimal.js";
import { boolean, checkList, checkValue, type Parameter } from "./values.js";

const comparisons: Readonly<Record<string, Comparison>> = {
  equalTo: "=",
  notEqualTo: "<>",
  greaterThan: ">",
  greaterThanOrEqualTo: ">=",
  lessThan: "<",
  lessThanOrEqualTo: "<=",
};

/** Returns a column's operators, except comparisons and isNull. */
function furtherOperators(column: Column): string[] {
  if (column.kind === "text-list") return ["anyEqualTo"];
  return column.kind === "text" ? ["in", "notIn", "includesInsensitive"] : ["in", "notIn"];
}

function compareDecimal(column: Column, scale: number, operator: Comparison, decimal: string): Statement {
  const whole = compareScaled(operator, decimal, scale);
  if (whole === "never") return matchNone(column);
  if (whole === "always") return matchPresent(column);
  return sql`(${column.sql} ${raw(whole.operator)} ${String(whole.value)}::bigint)`;
}

function compare(column: Column, operator: Comparison, value: unknown, path: string): Statement {
  const parameter = column.kind === "text-list" ? checkList(column, value, path) : normalized(column, checkValue(column, value, path));
  if (column.scale !== undefined) return compareDecimal(column, column.scale, operator, String(parameter));
  return sql`(${column.sql} ${raw(operator)} ${parameter}::${raw(parameterType(column))})`;
}

function normalized({ normalize }: Column, parameter: Parameter): Parameter {
  return normalize && typeof parameter === "string" ? normalize(parameter) : parameter;
}

/** Compiles `in` or `notIn`. An empty `in` matches no row, and an empty `notIn` matches every row, including nulls. */
function among(column: Column, negated: boolean, value: unknown, path: string): Statement {
  let list = checkList(column, value, path).map((item) => normalized(column, item));
  // For related records, `<> ALL('{}')` would reject rows without a related record.
  if (negated && list.length === 0) return matchAll;
  const { scale } = column;
  if (scale !== undefined && list.length > 0) {
    const storable = list.map((item) => compareScaled("=", String(item), scale));
    list = storable.flatMap((whole) => (typeof whole === "string" ? [] : [String(whole.value)]));
    if (list.length === 0) return negated ? matchPresent(column) : matchNone(column);
  }
  const type = raw(parameterType(column));
  return negated ? sql`(${column.sql} <> ALL(${list}::${type}[]))` : sql`(${column.sql} = ANY(${list}::${type}[]))`;
}

/** Compiles `includesInsensitive`. The expression `lower(…) LIKE lower(…)` is 25 % faster than `ILIKE`. */
function includes(column: Column, value: unknown, path: string): Statement {
  const pattern = `%${String(checkValue(column, value, path)).replace(/[\\%_]/g, "\\$&")}%`;
  return sql`(lower(${column.sql}) LIKE (SELECT lower(${pattern}::text)))`;
}

function compileOperator(column: Column, operator: string, value: unknown, path: string): Statement {
  if (operator === "isNull") return boolean(value, path) ? sql`(${column.sql} IS NULL)` : sql`(${column.sql} IS NOT NULL)`;
  const comparison = Object.hasOwn(comparisons, operator) ? comparisons[operator] : undefined;
  if (comparison) return compare(column, comparison, value, path);
  const further = furtherOperators(column);
  if (!further.includes(operator)) {
    const known = [...Object.keys(comparisons), ...further, "isNull"].join(", ");
    throw new BadUserInput(path, `${path} is not an operator of this field. Allowed: ${known}.`);
  }
  if (operator === "anyEqualTo") return sql`(${checkValue(column, value, path)}::text = ANY(${column.sql}))`;
  if (operator === "includesInsensitive") return includes(column, value, path);
  return among(column, operator === "notIn", value, path);
}

/** Joins conditions with AND. An empty list of conditions matches every row. */
export function all(conditions: readonly Statement[]): Statement {
  const narrowing = conditions.filter((condition) => condition !== matchAll);
  if (narrowing.length === 0) return matchAll;
  return narrowing.length === 1 ? (narrowing[0] as Statement) : join(narrowing, " AND ", "(", ")");
}

/**
 * Compiles a field's operators and joins the conditions with AND. An empty filter matches every row. As in SQL, a null value does not match
 * comparisons or negated comparisons. Throws BadUserInput with the path.
 */
export function compileOperators(column: Column, filter: unknown, path: string, count: (path: string) => void): Statement {
  const conditions = mapMembers(filter, path, "an object of operators", (operator, value, operatorPath) => {
    count(operatorPath);
    return compileOperator(column, operator, value, operatorPath);
  });
  return all(conditions);
}

/** Calls `map` for the members of an object in order. Skips undefined members. Throws BadUserInput for the first null member. */
export function mapMembers<Result>(
  filter: unknown,
  path: string,
  kind: string,
  map: (key: string, value: unknown, path: string) => Result,
): Result[] {
  if (!isObject(filter)) throw new BadUserInput(path, `${path} must be ${kind}.`);
  return Object.entries(filter).flatMap(([key, value]) => {
    const keyPath = `${path}.${key}`;
    if (value === null) throw new BadUserInput(keyPath, `${keyPath} must not be null. Omit the field, or use the operator isNull.`);
    return value === undefined ? [] : [map(key, value, keyPath)];
  });
}
