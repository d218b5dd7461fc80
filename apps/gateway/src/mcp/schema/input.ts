import type { Bounds } from "@offergraph/shared/schema/directives";
import { formatNamed } from "@offergraph/shared/schema/formats";
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
} from "graphql";
import { isFieldFilter, isRecordFilter, isVocabulary } from "../resources/types.js";
import { addConditions } from "./conditions.js";
import { enumOf, fieldFilterSchema, grammarOf, otherFields, sentence, sortOrders } from "./filter.js";
import { type JsonSchema, orNull, type SchemaForm, scalarTypes, shortened } from "./json.js";

type Input = GraphQLArgument | GraphQLInputField;

export interface InputSource {
  /** Bounds from the directive `@constraint`, by schema coordinate, for example `Query.list_x(first:)`. */
  readonly constraints: ReadonlyMap<string, Bounds>;
}

/**
 * Returns the JSON Schema of an operation's arguments. The schema consists of named properties with a type and a description. The schema
 * has no references, no alternatives other than null, and no `patternProperties`, because some clients drop these keywords. The schema
 * accepts all values that the operation accepts, except Refs that are not strings. The schema also accepts some values that the operation
 * rejects.
 */
export function inputSchema(
  root: "Query" | "Mutation",
  field: Pick<GraphQLField<unknown, unknown>, "name" | "args">,
  { constraints }: InputSource,
  form: SchemaForm,
): JsonSchema {
  const writer = new SchemaWriter(constraints, root, field.name, form, shortestPaths(field.args));
  const args = form === "short" ? field.args.filter(({ name }) => !otherPaging.has(name)) : field.args;
  const properties = writer.properties(args, (name) => `${root}.${field.name}(${name}:)`, "");
  const required = field.args.filter(isRequiredArgument).map(({ name }) => name);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

// Of the pagination arguments, the short form keeps only `first` and `after`, which suffice to read a list.
const otherPaging = new Set(["before", "last", "offset"]);

/** Returns the shortest path to each input object type. An input type's fields are described only at the shortest path. */
function shortestPaths(args: readonly GraphQLArgument[]): Map<string, string> {
  const paths = new Map<string, string>();
  // If all fields of an input object are also arguments of the operation, the object gets an empty path. The schema omits the fields of an
  // object with an empty path.
  for (const { type } of args) if (repeats(getNamedType(type), args)) paths.set(getNamedType(type).name, "");
  const visit = (inputs: readonly Input[], before: string) => {
    const found = inputs.flatMap(({ name, type }) => {
      const named = getNamedType(type);
      if (!isInputObjectType(named) || isOperatorType(named) || paths.has(named.name)) return [];
      paths.set(named.name, before + name);
      return [{ named, path: before + name }];
    });
    return found;
  };
  let level = visit(args, "");
  while (level.length > 0) level = level.flatMap(({ named, path }) => visit(Object.values(named.getFields()), `${path}.`));
  return paths;
}

function repeats(type: GraphQLNamedInputType, args: readonly GraphQLArgument[]): boolean {
  if (!isInputObjectType(type)) return false;
  const sameType = (name: string) => args.find((argument) => argument.name === name)?.type;
  return Object.values(type.getFields()).every((field) => getNamedType(sameType(field.name)) === getNamedType(field.type));
}

// These functions return boolean, because a type predicate would exclude all input object types in the false branch.
const isOperatorType = (type: GraphQLNamedInputType): boolean => isFieldFilter(type);
const isFilterType = (type: GraphQLNamedInputType): boolean => isRecordFilter(type);

class SchemaWriter {
  /** Paths of the filters that are already described. Only the first description explains the operators. */
  readonly #filters = new Set<string>();

  constructor(
    readonly constraints: InputSource["constraints"],
    readonly root: "Query" | "Mutation",
    readonly operation: string,
    readonly form: SchemaForm,
    readonly paths: ReadonlyMap<string, string>,
  ) {}

  properties(
    inputs: readonly Input[],
    coordinate: (name: string) => string,
    before: string,
    // Optional arguments of mutations accept null, unless `@constraint(nullable:)` forbids null. The API rejects null in filters.
    takesNulls = this.root === "Mutation",
  ): Record<string, JsonSchema> {
    return Object.fromEntries(
      inputs.map((input) => {
        const bounds = this.constraints.get(coordinate(input.name)) ?? {};
        const description = this.#describe(input, before + input.name);
        const takesNull = (bounds.nullable ?? takesNulls) && (this.form === "full" || /null/i.test(description));
        const schema = this.#of(input.type, bounds, before + input.name, takesNull);
        const hasDefault = input.defaultValue !== undefined;
        const described = { ...schema, ...(description && { description }), ...(hasDefault && { default: input.defaultValue }) };
        return [input.name, this.form === "short" ? shortened(described) : described];
      }),
    );
  }

  #describe({ type, description }: Input, path: string): string {
    const named = getNamedType(type);
    const own = description ?? named.description;
    if (isEnumType(named) && this.#isShortened(named)) return sentence(own, sortOrders(named));
    if (!isInputObjectType(named) || isOperatorType(named)) return sentence(own);
    const first = this.paths.get(named.name);
    if (first === "") return sentence(own, "Same fields as the other arguments.");
    if (first !== path) return sentence(own, `Same fields as \`${first}\`.`);
    return isFilterType(named) ? this.#describeFilter(named, own, path) : sentence(own);
  }

  #describeFilter(type: GraphQLInputObjectType, own: string | null | undefined, path: string): string {
    const [explained = path] = this.#filters;
    this.#filters.add(path);
    const grammar = explained === path ? grammarOf(type) : `Operators as in \`${explained}\`.`;
    if (this.form === "full") return sentence(own, grammar);
    const unlisted = Object.values(type.getFields()).filter((field) => getNamedType(field.type) !== type && !this.#isListed(field));
    const combine = explained === path ? "Combine filters with `and`/`or` (lists) or `not`." : "";
    const all = explained === path ? `All fields: search_operations ${this.operation}.` : "";
    return sentence(own, grammar, combine, otherFields(unlisted), all);
  }

  #isShortened(type: GraphQLNamedInputType): boolean {
    return this.form === "short" && !isVocabulary(type);
  }

  #of(type: GraphQLInputType, bounds: Bounds, path: string, takesNull: boolean): JsonSchema {
    if (isNonNullType(type)) return this.#of(type.ofType, bounds, path, false);
    const schema = this.#notNull(type, bounds, path);
    return takesNull ? orNull(schema) : schema;
  }

  #notNull(type: GraphQLInputType, { nullable: _, schema, ...bounds }: Bounds, path: string): JsonSchema {
    if (isListType(type)) {
      const { minItems, maxItems, ...rest } = bounds;
      const sizes = { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) };
      return addConditions({ type: "array", ...sizes, items: this.#of(type.ofType, rest, path, false) }, schema);
    }
    return addConditions({ ...this.#named(getNamedType(type), path), ...bounds }, schema);
  }

  #named(type: GraphQLNamedInputType, path: string): JsonSchema {
    if (isInputObjectType(type)) return this.paths.get(type.name) === path ? this.#object(type, path) : { type: "object" };
    if (isEnumType(type)) return { type: "string", ...(!this.#isShortened(type) && { enum: type.getValues().map(({ name }) => name) }) };
    const builtIn = scalarTypes[type.name];
    if (builtIn !== undefined) return { type: builtIn };
    const { format, schema } = this.constraints.get(type.name) ?? {};
    return addConditions(formatNamed(format ?? "")?.schema ?? { type: "string" }, schema);
  }

  #object(type: GraphQLInputObjectType, path: string): JsonSchema {
    const own = this.constraints.get(type.name);
    const all = Object.values(type.getFields());
    const fields = isFilterType(type) ? all.filter((field) => this.#isListed(field)) : all;
    const properties = this.properties(fields, (name) => `${type.name}.${name}`, `${path}.`, own?.nullable);
    for (const field of fields) {
      if (!isOperatorType(getNamedType(field.type))) continue;
      const filter = fieldFilterSchema(field, ({ type: given }) => this.#of(given, {}, path, false));
      properties[field.name] = { ...filter, ...(field.description && { description: sentence(field.description) }) };
    }
    const required = all.filter(({ type: given, defaultValue }) => isNonNullType(given) && defaultValue === undefined);
    const names = required.map(({ name }) => name);
    return addConditions(
      { type: "object", ...(fields.length > 0 && { properties }), ...(names.length > 0 && { required: names }) },
      own?.schema,
    );
  }

  /** True if the schema lists this filter field as a property. */
  #isListed(field: GraphQLInputField): boolean {
    return this.form === "full" || enumOf(field) !== undefined;
  }
}
