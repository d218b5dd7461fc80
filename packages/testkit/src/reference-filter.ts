import fc from "fast-check";

// Generates random filters and the equivalent SQL conditions. Does not use the filter compiler, which the tests check.

/** A GraphQL filter and the equivalent SQL condition. */
export interface PlainFilter {
  filter: Record<string, unknown>;
  sql: string;
}

/** A field for which the tests generate filters. */
export interface Field {
  sql: string;
  /** The PostgreSQL type of the field, for example `text[]` for a list of strings. */
  type: string;
  /** The values that the generated filters compare with the field. */
  values: readonly unknown[];
  /** Returns the SQL literal of a value. */
  literal?: (value: unknown) => string;
}

const quoted = (value: unknown) => `'${String(value).replaceAll("'", "''")}'`;

const listed = (value: unknown) => `ARRAY[${(value as unknown[]).map(quoted).join(", ")}]`;

const comparisons = {
  equalTo: "=",
  notEqualTo: "<>",
  greaterThan: ">",
  greaterThanOrEqualTo: ">=",
  lessThan: "<",
  lessThanOrEqualTo: "<=",
} as const;

/** Returns a text field. The generated filters compare the field with `values` and with edge cases. */
export const text = (sql: string, values: readonly string[]): Field => ({
  sql,
  type: "text",
  values: [...values, "", "%", "_", "\\", "É", "\u{1F600}", "'"],
});

/** Generates one operator with a value for a field, and the equivalent SQL condition. */
function operatorOf({
  sql,
  type,
  values,
  literal = type === "text[]" ? listed : quoted,
}: Field): fc.Arbitrary<{ operator: string; value: unknown; sql: string }> {
  const one = fc.constantFrom(...values);
  const cast = (value: unknown) => `${literal(value)}::${type}`;
  const several = fc.array(one, { maxLength: 4 });
  const set = (given: unknown[]) => `ARRAY[${given.map(cast).join(", ")}]::${type}[]`;
  const each = Object.entries(comparisons).map(([operator, symbol]) =>
    one.map((value) => ({ operator, value, sql: `${sql} ${symbol} ${cast(value)}` })),
  );
  const part = one.map((value) => {
    const piece = String(value).slice(-3).toUpperCase();
    return { operator: "includesInsensitive", value: piece, sql: `position(lower(${quoted(piece)}) in lower(${sql})) > 0` };
  });
  const isNull = fc.boolean().map((value) => ({ operator: "isNull", value, sql: `(${sql} IS NULL) = ${value}` }));
  if (type === "text[]") {
    const item = fc.constantFrom(...values.flat());
    return fc.oneof(
      ...each,
      item.map((value) => ({ operator: "anyEqualTo", value, sql: `${sql} @> ${cast([value])}` })),
      isNull,
    );
  }
  return fc.oneof(
    ...each,
    several.map((value) => ({ operator: "in", value, sql: `${sql} = ANY (${set(value)})` })),
    several.map((value) => ({ operator: "notIn", value, sql: `${sql} <> ALL (${set(value)})` })),
    isNull,
    ...(type === "text" ? [part] : []),
  );
}

const allOf = (conditions: string[]) => (conditions.length > 0 ? `(${conditions.join(" AND ")})` : "true");

function conditionOn(name: string, field: Field): fc.Arbitrary<PlainFilter> {
  return fc.uniqueArray(operatorOf(field), { maxLength: 2, selector: ({ operator }) => operator }).map((operators) => ({
    filter: { [name]: Object.fromEntries(operators.map(({ operator, value }) => [operator, value])) },
    sql: allOf(operators.map(({ sql }) => `(${sql})`)),
  }));
}

/**
 * Generates filters with conditions on the fields `given` and with the conditions `further`. The generated filters nest their conditions in
 * `and`, `or` and `not`.
 */
export function filtersOver(
  given: Readonly<Record<string, Field>>,
  further: readonly fc.Arbitrary<PlainFilter>[],
): fc.Arbitrary<PlainFilter> {
  const fields = Object.entries(given).map(([name, field]) => conditionOn(name, field));
  const { tree } = fc.letrec<{ tree: PlainFilter; leaf: PlainFilter }>((tie) => ({
    leaf: fc.oneof(...fields, ...further),
    tree: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      tie("leaf"),
      fc
        .tuple(tie("leaf"), tie("tree"))
        .map(([leaf, tree]) => ({ filter: { ...leaf.filter, and: [tree.filter] }, sql: `(${leaf.sql}) AND (${tree.sql})` })),
      fc
        .array(tie("tree"), { maxLength: 3 })
        .map((trees) => ({ filter: { and: trees.map(({ filter }) => filter) }, sql: allOf(trees.map(({ sql }) => `(${sql})`)) })),
      fc.array(tie("tree"), { maxLength: 3 }).map((trees) => ({
        filter: { or: trees.map(({ filter }) => filter) },
        sql: trees.length > 0 ? `(${trees.map(({ sql }) => `(${sql})`).join(" OR ")})` : "true",
      })),
      tie("tree").map((tree) => ({ filter: { not: tree.filter }, sql: `NOT (${tree.sql})` })),
      fc.constant({ filter: {}, sql: "true" }),
    ),
  }));
  return tree;
}
