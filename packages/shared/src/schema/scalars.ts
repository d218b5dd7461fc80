import { type DocumentNode, GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped, visit } from "graphql";
import { lossyNumber, survives } from "../json/exact-json.js";
import { readConstraints } from "./directives.js";
import { type Format, formatNamed } from "./formats.js";

type Write = (value: unknown) => unknown;

const writers: Record<string, Write> = {
  datetime: (value) => (value instanceof Date ? value.toISOString() : value),
  decimal: writeDecimal,
};

/** Serializes an exact decimal as a string. Rejects a JavaScript float. */
function writeDecimal(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  if (typeof value === "object" && value !== null && "toFixed" in value && typeof value.toFixed === "function")
    return String(value.toFixed());
  throw new GraphQLError("Invariant violated: decimal is neither a string nor an exact number.");
}

/** True if a literal contains a variable, for example `{ name: $name }`. */
export function hasVariable(literal: ValueNode): boolean {
  let found = false;
  visit(literal, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}

/** Throws if a literal contains the key `__proto__` or a number that would lose digits (see `parseExactJson`). */
function refuseInexact(literal: ValueNode): void {
  if (literal.kind !== Kind.OBJECT && literal.kind !== Kind.LIST) return;
  const number = ({ value }: { value: string }) => {
    if (!survives(value)) throw new GraphQLError(lossyNumber(value));
  };
  visit(literal, {
    ObjectField: ({ name }) => {
      if (name.value === "__proto__") throw new GraphQLError('The key "__proto__" is not allowed. Use another name.');
    },
    IntValue: number,
    FloatValue: number,
  });
}

function scalar(name: string, format: Format, write: Write): GraphQLScalarType {
  const parse = (value: unknown) => {
    const wrong = format.check(value);
    if (wrong !== undefined) throw new GraphQLError(`${name} ${wrong}.`);
    return value;
  };
  return new GraphQLScalarType({
    name,
    serialize: write,
    parseValue: parse,
    parseLiteral: (literal, variables) => {
      refuseInexact(literal);
      const value = valueFromASTUntyped(literal, variables);
      // Literals with variables are checked during execution.
      return !variables && literal.kind !== Kind.VARIABLE && hasVariable(literal) ? value : parse(value);
    },
  });
}

/** Builds resolvers that validate an SDL's scalars by `@constraint(format:)`. Throws an Error if a format is unknown. */
export function scalarsOf(document: DocumentNode): Record<string, GraphQLScalarType> {
  const constraints = readConstraints(document);
  const names = document.definitions
    .flatMap((definition) => (definition.kind === Kind.SCALAR_TYPE_DEFINITION ? [definition.name.value] : []))
    // Excludes scalars of a linked specification (`prefix__Name`).
    .filter((name) => !name.includes("__"));
  return Object.fromEntries(
    names.map((name) => {
      const formatName = constraints.get(name)?.format ?? "";
      const format = formatNamed(formatName);
      if (!format) throw new Error(`Scalar ${name} has no format of schema/formats.ts. Add or correct @constraint(format: …).`);
      return [name, scalar(name, format, writers[formatName] ?? ((value) => value))];
    }),
  );
}
