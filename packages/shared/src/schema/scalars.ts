import { type DocumentNode, GraphQLError, GraphQLScalarType, Kind, type ValueNode, valueFromASTUntyped, visit } from "graphql";
import { lossyNumber } from "../json/exact-json.js";
import { survives } from "../json/exact-number.js";
import { readConstraints } from "./directives.js";
import { type Format, formatNamed } from "./formats.js";

type Write = (value: unknown) => unknown;

const writers: Record<string, Write> = {
  datetime: (value) => (value instanceof Date ? value.toISOString() : value),
  decimal: writeDecimal,
};

/** Decimals leave as strings, whatever exact form they have inside; a JavaScript float is refused. */
function writeDecimal(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "bigint" || Number.isSafeInteger(value)) return String(value);
  if (typeof value === "object" && value !== null && "toFixed" in value && typeof value.toFixed === "function")
    return String(value.toFixed());
  throw new GraphQLError("A decimal was neither a string nor an exact number.");
}

/** Whether a literal has a variable inside, e.g. `{ name: $name }`. */
export function hasVariable(literal: ValueNode): boolean {
  let found = false;
  visit(literal, {
    Variable: () => {
      found = true;
    },
  });
  return found;
}

/** Refuses in a literal of JSON what JavaScript would read as something else, as for JSON bodies. */
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
      // Validation comes before the variables are known: what contains one is checked when it runs.
      return !variables && literal.kind !== Kind.VARIABLE && hasVariable(literal) ? value : parse(value);
    },
  });
}

/**
 * The scalars of an SDL, as a part of its resolvers: input is checked by the scalar's `@constraint(format:)` and taken as it is,
 * Datetime and BigFloat write what lean rows and Prisma rows hold.
 * Throws an Error when a scalar names a format that does not exist, or none.
 */
export function scalarsOf(document: DocumentNode): Record<string, GraphQLScalarType> {
  const constraints = readConstraints(document);
  const names = document.definitions
    .flatMap((definition) => (definition.kind === Kind.SCALAR_TYPE_DEFINITION ? [definition.name.value] : []))
    // A name with a prefix is of a linked spec: it types arguments of directives, no value of a request ever has it.
    .filter((name) => !name.includes("__"));
  return Object.fromEntries(
    names.map((name) => {
      const formatName = constraints.get(name)?.format ?? "";
      const format = formatNamed(formatName);
      if (!format)
        throw new Error(`The scalar ${name} has no format that is known here: give it @constraint(format: …), see schema/formats.ts.`);
      return [name, scalar(name, format, writers[formatName] ?? ((value) => value))];
    }),
  );
}
