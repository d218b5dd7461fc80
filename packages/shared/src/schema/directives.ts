import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  Kind,
  valueFromASTUntyped,
} from "graphql";
import type { AccessLevel } from "../access/principal.js";

/** What a root field does beyond reading or adding: `offergraph__Effect`. */
export type Effect = "DESTRUCTIVE" | "IDEMPOTENT" | "EXTERNAL";

/** Who may use a root field or reach an entity, and what it costs at least: `@access`. */
export interface Access {
  level: AccessLevel;
  cost: number;
  /** All that it does beyond reading or adding; absent: nothing is known. */
  effects?: readonly Effect[];
}

/** The bounds of a value that its service holds to: the arguments of `@constraint` that are JSON Schema's keywords. */
export interface Keywords {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
}

/** All that `@constraint` says of a value. */
export interface Bounds extends Keywords {
  /** Whether an explicit null means something here; on an input type, the default of its fields. */
  nullable?: boolean;
  /** A JSON Schema (draft 2020-12) to lay over the one that follows from the type and the keywords. */
  schema?: Record<string, unknown>;
}

interface Directed {
  directives?: readonly ConstDirectiveNode[] | undefined;
}

function readDirective(node: Directed, name: string): Record<string, unknown> | undefined {
  const directive = node.directives?.find((one) => one.name.value === name);
  return directive && Object.fromEntries((directive.arguments ?? []).map((given) => [given.name.value, valueFromASTUntyped(given.value)]));
}

function isObjectType(definition: DefinitionNode) {
  return definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION;
}

/**
 * The `@access` of an SDL, a subgraph's or a supergraph's, by schema coordinate: "Query.get_discount", "DiscountCode".
 * What has no `@access` is not in the map. (The API schema of a supergraph has lost its directives: read the supergraph SDL.)
 */
export function readAccess(document: DocumentNode): Map<string, Access> {
  const found = new Map<string, Access>();
  const note = (coordinate: string, node: Directed) => {
    const given = readDirective(node, "access");
    if (!given) return;
    const { level, cost, effects } = given;
    found.set(coordinate, {
      level: level as AccessLevel,
      cost: (cost as number | undefined) ?? 1,
      // GraphQL takes a single value for a list of it.
      ...(effects !== undefined && effects !== null && { effects: [effects].flat() as Effect[] }),
    });
  };
  for (const definition of document.definitions) {
    if (!isObjectType(definition)) continue;
    note(definition.name.value, definition);
    for (const field of definition.fields ?? []) note(`${definition.name.value}.${field.name.value}`, field);
  }
  return found;
}

/**
 * The `@constraint` of an SDL by schema coordinate: "Query.list_discount_codes(first:)", "DiscountCodeBody.code", "DiscountCodeBody", "UUID".
 * Throws a SyntaxError for a `schema` whose text is no JSON.
 */
export function readConstraints(document: DocumentNode): Map<string, Bounds> {
  const found = new Map<string, Bounds>();
  const note = (coordinate: string, node: Directed) => {
    const given = readDirective(node, "constraint");
    if (!given) return;
    const { schema, ...rest } = given;
    const read = typeof schema === "string" ? JSON.parse(schema) : schema;
    found.set(coordinate, { ...rest, ...(read && { schema: read }) });
  };
  const noteAll = (before: string, inputs: readonly InputValueDefinitionNode[] | undefined, after: string) => {
    for (const input of inputs ?? []) note(`${before}${input.name.value}${after}`, input);
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.SCALAR_TYPE_DEFINITION || definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      note(definition.name.value, definition);
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) noteAll(`${definition.name.value}.`, definition.fields, "");
    if (isObjectType(definition))
      for (const field of definition.fields ?? []) noteAll(`${definition.name.value}.${field.name.value}(`, field.arguments, ":)");
  }
  return found;
}
