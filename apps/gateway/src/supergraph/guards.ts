import { PublicError } from "@offergraph/shared/errors/public-error";
import {
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  type SelectionSetNode,
  Source,
  TokenKind,
} from "graphql";
import type { SupergraphLimits } from "./limits.js";

/** Counts tokens while lexing. Throws PublicError TOKEN_LIMIT, or GRAPHQL_PARSE_FAILED at a character that starts no token. */
export function limitTokens(query: string, maximum: number): void {
  const lexer = new Lexer(new Source(query));
  try {
    for (let count = 1; lexer.advance().kind !== TokenKind.EOF; count++) {
      if (count > maximum)
        throw new PublicError("TOKEN_LIMIT", `The document has more than ${maximum} tokens, the most that is allowed.`, { limit: maximum });
    }
  } catch (error) {
    throw error instanceof GraphQLError ? parseFailure(error) : error;
  }
}

export function parseFailure(error: GraphQLError): PublicError {
  return new PublicError("GRAPHQL_PARSE_FAILED", error.message, { locations: error.locations });
}

/** What an operation amounts to. */
interface Measure {
  depth: number;
  fields: number;
}

/**
 * Measures a valid operation before it is planned. Each fragment is measured once, however often it is spread.
 * Throws PublicError DEPTH_LIMIT, FIELD_LIMIT or ALIAS_LIMIT, naming limit and value.
 */
export function limitOperation(
  operation: OperationDefinitionNode,
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
  schema: GraphQLSchema,
  limits: Pick<SupergraphLimits, "depth" | "fields" | "aliases">,
): void {
  const measured = new Map<string, Measure>();
  const aliases = new Map<string, Set<string>>();
  const measureFragment = (name: string): Measure => {
    const known = measured.get(name);
    const fragment = fragments.get(name);
    if (known || !fragment) return known ?? { depth: 0, fields: 0 };
    const measure = measureSet(fragment.selectionSet, fragment.typeCondition.name.value);
    measured.set(name, measure);
    return measure;
  };
  const measureSet = (set: SelectionSetNode, parent: string): Measure => {
    const total = { depth: 0, fields: 0 };
    for (const node of set.selections) {
      let measure: Measure;
      if (node.kind === Kind.FRAGMENT_SPREAD) measure = measureFragment(node.name.value);
      else if (node.kind === Kind.INLINE_FRAGMENT) measure = measureSet(node.selectionSet, node.typeCondition?.name.value ?? parent);
      else {
        const name = node.name.value;
        if (node.alias) noteAlias(aliases, `${parent}.${name}`, node.alias.value);
        const isIntrospection = name === "__schema" || name === "__type";
        const inner =
          node.selectionSet && !isIntrospection ? measureSet(node.selectionSet, typeOf(schema, parent, name)) : { depth: 0, fields: 0 };
        measure = { depth: isIntrospection ? 0 : inner.depth + 1, fields: inner.fields + 1 };
      }
      total.depth = Math.max(total.depth, measure.depth);
      total.fields += measure.fields;
    }
    return total;
  };
  const root = schema.getRootType(operation.operation)?.name ?? "";
  const { depth, fields } = measureSet(operation.selectionSet, root);
  refuseAbove("DEPTH_LIMIT", "levels deep", depth, limits.depth);
  refuseAbove("FIELD_LIMIT", "fields large", fields, limits.fields);
  for (const [coordinate, names] of aliases) {
    if (names.size <= limits.aliases) continue;
    const message = `The field ${coordinate} has ${names.size} aliases; ${limits.aliases} are allowed.`;
    throw new PublicError("ALIAS_LIMIT", message, { limit: limits.aliases, value: names.size });
  }
}

function noteAlias(aliases: Map<string, Set<string>>, coordinate: string, alias: string): void {
  const names = aliases.get(coordinate);
  if (names) names.add(alias);
  else aliases.set(coordinate, new Set([alias]));
}

function refuseAbove(code: string, unit: string, value: number, limit: number): void {
  if (value > limit) throw new PublicError(code, `The operation is ${value} ${unit}; ${limit} are allowed.`, { limit, value });
}

function typeOf(schema: GraphQLSchema, parent: string, field: string): string {
  const type = schema.getType(parent);
  const definition = isObjectType(type) || isInterfaceType(type) ? type.getFields()[field] : undefined;
  const named = definition && getNamedType(definition.type);
  return isCompositeType(named) ? named.name : "";
}
