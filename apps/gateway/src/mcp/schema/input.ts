import type { Bounds } from "@offergraph/shared/schema/directives";
import { formatNamed } from "@offergraph/shared/schema/formats";
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isSpecifiedScalarType,
} from "graphql";
import { compactSchema } from "./compact/compact-schema.js";
import { mergeProperties, shareOperators } from "./compact/properties.js";
import { enumSchema } from "./enums.js";
import { inlineDefinitions } from "./inline.js";
import { type Encoding, type JsonSchema, orNull, referenceTo, scalarTypes } from "./json.js";
import { trimDescription } from "./trim-description.js";

export interface InputSource {
  readonly schema: GraphQLSchema;
  /** Bounds from the directive `@constraint`, by schema coordinate, for example `Query.list_x(first:)`. */
  readonly constraints: ReadonlyMap<string, Bounds>;
  readonly encoding: Encoding;
}

/**
 * Returns the JSON Schema (2020-12) of an operation's arguments. Arguments of queries accept null only with `@constraint(nullable:)`,
 * because the API rejects null in filters.
 */
export function inputSchema(
  root: "Query" | "Mutation",
  field: Pick<GraphQLField<unknown, unknown>, "name" | "args">,
  source: InputSource,
): JsonSchema {
  const definitions = new Definitions(source, root);
  const properties = definitions.properties(field.args, (name) => `${root}.${field.name}(${name}:)`, field.name);
  const required = field.args.filter(isRequiredArgument).map(({ name }) => name);
  const whole = { type: "object", properties, ...(required.length > 0 && { required }), additionalProperties: false };
  if (source.encoding === "plain") return inlineDefinitions(whole, definitions.found, "plain");
  const merged = new Map([...shareOperators(definitions.found)].map(([name, schema]) => [name, mergeProperties(schema)]));
  return compactSchema(inlineDefinitions(whole, merged, "compact"));
}

class Definitions {
  readonly found = new Map<string, JsonSchema>();
  /** Maps the name of a GraphQL type to the name of its definition in the schema. Types with the same schema share a definition. */
  readonly #names = new Map<string, string>();

  constructor(
    readonly source: InputSource,
    readonly root: "Query" | "Mutation",
  ) {}

  properties(
    given: readonly (GraphQLArgument | GraphQLInputField)[],
    coordinate: (name: string) => string,
    owner: string,
    isInner = false,
    // Optional arguments of mutations accept null, unless `@constraint(nullable:)` forbids null.
    takesNulls = this.root === "Mutation",
  ): Record<string, JsonSchema> {
    return Object.fromEntries(
      given.map(({ name, type, description, defaultValue }) => {
        const bounds = this.source.constraints.get(coordinate(name)) ?? {};
        const schema = this.#of(type, bounds, bounds.nullable ?? takesNulls);
        const text = description && this.#describe(description, [name, owner, JSON.stringify(schema), ...namesOf(type)], isInner);
        return [name, { ...schema, ...(text && { description: text }), ...(defaultValue !== undefined && { default: defaultValue }) }];
      }),
    );
  }

  /** The compact encoding omits the descriptions of filter fields: offergraph://filters and the record's fields describe them. */
  #describe(description: string, known: readonly string[], isInner: boolean): string | undefined {
    if (this.source.encoding === "plain") return description;
    return this.root === "Query" && isInner ? undefined : trimDescription(description, known);
  }

  #of(type: GraphQLInputType, bounds: Bounds, takesNull: boolean): JsonSchema {
    if (isNonNullType(type)) return this.#of(type.ofType, bounds, false);
    const schema = this.#notNull(type, bounds);
    return takesNull ? orNull(schema, this.source.encoding) : schema;
  }

  #notNull(type: GraphQLInputType, { nullable: _, schema, ...bounds }: Bounds): JsonSchema {
    if (isListType(type)) {
      const { minItems, maxItems, ...rest } = bounds;
      const sizes = { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }) };
      return { type: "array", ...sizes, items: this.#of(type.ofType, rest, false), ...schema };
    }
    const named = getNamedType(type);
    const plain = scalarTypes[named.name];
    const own = plain !== undefined && isSpecifiedScalarType(named) ? { type: plain } : this.#reference(named);
    return { ...own, ...bounds, ...schema };
  }

  #reference(type: GraphQLNamedInputType): JsonSchema {
    const known = this.#names.get(type.name);
    if (known !== undefined) return referenceTo(known);
    // The name is stored first, because the definition may contain a reference to the type itself.
    this.#names.set(type.name, type.name);
    const definition = this.#define(type);
    const same = [...this.found].find(([, other]) => JSON.stringify(other) === JSON.stringify(definition))?.[0];
    if (same === undefined) this.found.set(type.name, definition);
    else this.#names.set(type.name, same);
    return referenceTo(same ?? type.name);
  }

  #define(type: GraphQLNamedInputType): JsonSchema {
    const { constraints, encoding, schema } = this.source;
    if (isEnumType(type)) return enumSchema(type, encoding);
    if (isInputObjectType(type)) return this.#object(type);
    const own = constraints.get(type.name);
    const format = formatNamed(own?.format ?? "");
    const written = (encoding === "compact" ? format?.shortSchema : undefined) ?? format?.schema ?? {};
    return { ...this.#named(written, schema), ...own?.schema };
  }

  /** The schema of a scalar's format may name GraphQL types. Replaces these type names with references to the definitions of the types. */
  #named(format: JsonSchema, schema: GraphQLSchema): JsonSchema {
    const text = JSON.stringify(format).replace(references, (reference, name: string) => {
      const type = schema.getType(name);
      return isInputType(type) ? JSON.stringify(this.#reference(type)).slice(1, -1) : reference;
    });
    return JSON.parse(text) as JsonSchema;
  }

  #object(type: GraphQLInputObjectType): JsonSchema {
    const own = this.source.constraints.get(type.name);
    const fields = Object.values(type.getFields());
    const properties = this.properties(fields, (name) => `${type.name}.${name}`, type.name, true, own?.nullable);
    const required = fields.filter(({ type: given, defaultValue }) => isNonNullType(given) && defaultValue === undefined);
    return {
      type: "object",
      properties,
      ...(required.length > 0 && { required: required.map(({ name }) => name) }),
      additionalProperties: false,
      ...own?.schema,
    };
  }
}

function namesOf(type: GraphQLInputType): string[] {
  const named = getNamedType(type);
  return [named.name, ...(isEnumType(named) ? named.getValues().map(({ name }) => name) : [])];
}

const references = /"\$ref":"#\/\$defs\/(\w+)"/g;
