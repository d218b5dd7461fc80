import type { Operation } from "./table.js";

/** The fields that a caller selects, for example `{ rowId: true, partner: { name: true } }`. */
export interface Fields {
  readonly [name: string]: true | Fields | undefined;
}

const fieldName = /^[A-Za-z_]\w*$/;

/** Writes the GraphQL document of an operation. `given` contains the names of the arguments that the caller passes. */
export function documentOf(operation: Operation, given: readonly string[], fields?: Fields, totalCount = false): string {
  const { name, kind } = operation;
  const variables = given.map((argument) => `$${argument}: ${typeOf(operation, argument)}`).join(", ");
  const args = given.map((argument) => `${argument}: $${argument}`).join(", ");
  const record = fields ? selectionOf(fields) : operation.selection();
  const total = totalCount || operation.arguments.has("withTotal") ? " totalCount" : "";
  const previous = given.includes("last") ? " hasPreviousPage startCursor" : "";
  const selection = { "?": record, "*": record, "+": `{ nodes ${record} pageInfo { hasNextPage endCursor${previous} }${total} }` };
  const whole = kind === "!" ? `{ ${record.slice(2, -2)} userErrors { field message code } }` : selection[kind];
  return `${kind === "!" ? "mutation" : "query"} ${name}${variables && `(${variables})`} { ${name}${args && `(${args})`}${whole && ` ${whole}`} }`;
}

function typeOf({ name, arguments: types }: Operation, argument: string): string {
  const type = types.get(argument);
  if (type === undefined) throw new TypeError(`${name} has no argument ${argument}. Arguments: ${[...types.keys()].join(", ")}.`);
  return type;
}

function selectionOf(fields: Fields): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (!fieldName.test(name)) throw new TypeError(`${name} is not the name of a field.`);
    if (value === undefined) return [];
    return [value === true ? name : `${name} ${selectionOf(value)}`];
  });
  if (parts.length === 0) throw new TypeError("A selection of fields must not be empty.");
  return `{ ${parts.join(" ")} }`;
}
