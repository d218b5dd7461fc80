import fc from "fast-check";

// Random filters, and what they mean in plain SQL written a second time: literals instead of parameters, no code of packages/shared.

/** A filter as GraphQL takes it, and the same condition in SQL over `forms f`. */
export interface PlainFilter {
  filter: Record<string, unknown>;
  sql: string;
}

interface Field {
  sql: string;
  type: string;
  values: readonly string[];
}

const comparisons = {
  equalTo: "=",
  notEqualTo: "<>",
  greaterThan: ">",
  greaterThanOrEqualTo: ">=",
  lessThan: "<",
  lessThanOrEqualTo: "<=",
} as const;
const quoted = (value: string) => `'${value.replaceAll("'", "''")}'`;

function operatorOf({ sql, type, values }: Field): fc.Arbitrary<{ operator: string; value: unknown; sql: string }> {
  const one = fc.constantFrom(...values);
  const list = fc.array(one, { maxLength: 3 });
  const cast = (value: string) => `${quoted(value)}::${type}`;
  const listed = (given: string[]) => `ARRAY[${given.map(cast).join(", ")}]::${type}[]`;
  const part = one.map((value) => ({
    operator: "includesInsensitive",
    value: value.toUpperCase(),
    sql: `position(lower(${quoted(value.toUpperCase())}) in lower(${sql})) > 0`,
  }));
  return fc.oneof(
    ...Object.entries(comparisons).map(([operator, symbol]) =>
      one.map((value) => ({ operator, value, sql: `${sql} ${symbol} ${cast(value)}` })),
    ),
    list.map((value) => ({ operator: "in", value, sql: `${sql} = ANY (${listed(value)})` })),
    list.map((value) => ({ operator: "notIn", value, sql: `${sql} <> ALL (${listed(value)})` })),
    fc.boolean().map((value) => ({ operator: "isNull", value, sql: `(${sql} IS NULL) = ${value}` })),
    ...(type === "text" ? [part] : []),
  );
}

const allOf = (conditions: string[]) => (conditions.length > 0 ? `(${conditions.join(" AND ")})` : "true");

/** Filters over every field and operator of FormFilter, with and, or and not; `known`: values that rows have. */
export function plainFormFilters(known: { ids: string[]; slugs: string[]; titles: string[]; times: string[] }): fc.Arbitrary<PlainFilter> {
  const fields: Record<string, Field> = {
    rowId: { sql: "f.row_id", type: "uuid", values: known.ids },
    formSlug: { sql: "f.form_slug", type: "text", values: known.slugs },
    title: { sql: "f.title", type: "text", values: [...known.titles, "%", "_", "\\"] },
    startsAt: { sql: "f.starts_at", type: "timestamptz", values: known.times },
    endsAt: { sql: "f.ends_at", type: "timestamptz", values: known.times },
  };
  const leaves = Object.entries(fields).map(([name, field]) =>
    fc.uniqueArray(operatorOf(field), { maxLength: 2, selector: ({ operator }) => operator }).map((operators) => ({
      filter: { [name]: Object.fromEntries(operators.map(({ operator, value }) => [operator, value])) },
      sql: allOf(operators.map(({ sql }) => `(${sql})`)),
    })),
  );
  const { tree } = fc.letrec<{ tree: PlainFilter; leaf: PlainFilter }>((tie) => ({
    leaf: fc.oneof(...leaves),
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      fc.array(tie("tree"), { maxLength: 3 }).map((trees) => ({
        filter: { and: trees.map(({ filter }) => filter) },
        sql: allOf(trees.map(({ sql }) => `(${sql})`)),
      })),
      fc.array(tie("tree"), { maxLength: 3 }).map((trees) => ({
        filter: { or: trees.map(({ filter }) => filter) },
        sql: trees.length > 0 ? `(${trees.map(({ sql }) => `(${sql})`).join(" OR ")})` : "true",
      })),
      tie("tree").map((one) => ({ filter: { not: one.filter }, sql: `NOT (${one.sql})` })),
    ),
  }));
  return tree;
}
