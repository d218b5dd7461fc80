import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  Kind,
  valueFromASTUntyped,
} from "graphql";
import type { AccessLevel } from "../access/principal.js";

/** The SDL's enum `offergraph__Effect`. */
export type Effect = "DESTRUCTIVE" | "IDEMPOTENT" | "EXTERNAL";

/** Access level and minimum cost of a root field or entity (`@access`). */
export interface Access {
  level: AccessLevel;
  cost: number;
  /** Effects of the operation, except reads and inserts of records. Absent if the effects are unknown. */
  effects?: readonly Effect[];
}

/** The `@constraint` arguments that are JSON Schema keywords, and that the service enforces. */
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

export interface Bounds extends Keywords {
  /** True if clients may send null. On an input type, the default for its fields. */
  nullable?: boolean;
  /** JSON Schema (draft 2020-12). Overrides the keywords that are derived from the type and from `@constraint`. */
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

/** Reads `@access` by schema coordinate ("Query.get_discount", "DiscountCode") from a subgraph or supergraph SDL. */
export function readAccess(document: DocumentNode): Map<string, Access> {
  const found = new Map<string, Access>();
  const note = (coordinate: string, node: Directed) => {
    const given = readDirective(node, "access");
    if (!given) return;
    const { level, cost, effects } = given;
    found.set(coordinate, {
      level: level as AccessLevel,
      cost: (cost as number | undefined) ?? 1,
      // In GraphQL, a list may be written as a single value without brackets.
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

/** Reads `@constraint` by schema coordinate: "Query.list_discount_codes(first:)", "DiscountCodeBody.code", "UUID". */
export function readConstraints(document: DocumentNode): Map<string, Bounds> {
  const found = new Map<string, Bounds>();
  const note = (coordinate: string, node: Directed) => {
    const given = readDirective(node, "constraint");
    if (!given) return;
    const { schema, ...keywords } = given;
    const read = typeof schema === "string" ? JSON.parse(schema) : schema;
    found.set(coordinate, { ...keywords, ...(read && { schema: read }) });
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
