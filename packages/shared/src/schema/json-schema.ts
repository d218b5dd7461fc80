import { type GraphQLInputObjectType, type GraphQLInputType, isInputObjectType, isListType, isNonNullType } from "graphql";
import type { Bounds, Keywords } from "./directives.js";

export type JsonSchema = Record<string, unknown>;

export interface ArgumentLike {
  name: string;
  type: GraphQLInputType;
  description?: string | null | undefined;
}

/**
 * Builds JSON Schemas that check only `@constraint` and accept null. Only minItems and maxItems apply to a list; all other keywords apply
 * to its items.
 */
export class BoundsSchemas {
  readonly #constraints: ReadonlyMap<string, Keywords>;
  /** The definitions built so far, by the name of the input type. */
  readonly #definitions = new Map<string, JsonSchema | undefined>();

  constructor(constraints: ReadonlyMap<string, Bounds>) {
    this.#constraints = keywordsOf(constraints);
  }

  /** Returns the schema of an object with the field's arguments; undefined if no argument has constraints. */
  ofArguments(coordinate: string, given: readonly ArgumentLike[]): JsonSchema | undefined {
    const properties = this.#properties(given, (name) => `${coordinate}(${name}:)`);
    if (Object.keys(properties).length === 0) return undefined;
    const definitions = [...this.#definitions].filter(([, schema]) => schema !== undefined);
    return { properties, definitions: Object.fromEntries(definitions) };
  }

  #properties(given: readonly ArgumentLike[], coordinate: (name: string) => string): Record<string, JsonSchema> {
    const entries = given.flatMap(({ name, type, description }) => {
      const schema = this.#of(type, this.#constraints.get(coordinate(name)) ?? {}, description ?? "");
      return schema ? [[name, schema] as const] : [];
    });
    return Object.fromEntries(entries);
  }

  #of(type: GraphQLInputType, bounds: Keywords, description: string): JsonSchema | undefined {
    if (isNonNullType(type)) return this.#of(type.ofType, bounds, description);
    if (isListType(type)) {
      const { minItems, maxItems, ...ofItems } = bounds;
      const items = this.#of(type.ofType, ofItems, description);
      const list = { ...(minItems !== undefined && { minItems }), ...(maxItems !== undefined && { maxItems }), ...(items && { items }) };
      return Object.keys(list).length > 0 ? { ...list, description } : undefined;
    }
    if (isInputObjectType(type)) return this.#ofObject(type);
    return Object.keys(bounds).length > 0 ? { ...bounds, description } : undefined;
  }

  #ofObject(type: GraphQLInputObjectType): JsonSchema | undefined {
    if (!hasBounds(type, this.#constraints, new Set())) return undefined;
    const reference = { $ref: `#/definitions/${type.name}` };
    if (this.#definitions.has(type.name)) return reference;
    this.#definitions.set(type.name, {});
    const properties = this.#properties(Object.values(type.getFields()), (name) => `${type.name}.${name}`);
    this.#definitions.set(type.name, { properties });
    return reference;
  }
}

/** Removes `nullable` and `schema`, which services do not enforce. */
function keywordsOf(constraints: ReadonlyMap<string, Bounds>): Map<string, Keywords> {
  const entries = [...constraints].map(
    ([coordinate, { nullable: _nullable, schema: _schema, ...keywords }]) => [coordinate, keywords] as const,
  );
  return new Map(entries.filter(([, keywords]) => Object.keys(keywords).length > 0));
}

/** True if a field of the input type or of a nested input type has constraints. Types may be recursive. */
function hasBounds(type: GraphQLInputObjectType, constraints: ReadonlyMap<string, Keywords>, seen: Set<string>): boolean {
  if (seen.has(type.name)) return false;
  seen.add(type.name);
  return Object.values(type.getFields()).some((field) => {
    if (constraints.has(`${type.name}.${field.name}`)) return true;
    const inner = innermost(field.type);
    return isInputObjectType(inner) && hasBounds(inner, constraints, seen);
  });
}

function innermost(type: GraphQLInputType): GraphQLInputType {
  return isNonNullType(type) || isListType(type) ? innermost(type.ofType) : type;
}
