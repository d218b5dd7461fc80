import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type InputValueDefinitionNode,
  Kind,
  valueFromASTUntyped,
} from "graphql";
import type { AccessLevel } from "../access/principal.js";

/** Who may use a root field or reach an entity, and what it costs at least: `@access`. */
export interface Access {
  level: AccessLevel;
  cost: number;
}

/** The bounds of a value: `@constraint`, whose arguments are JSON Schema's keywords. */
export interface Bounds {
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  format?: string;
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
    if (given) found.set(coordinate, { level: given.level as AccessLevel, cost: (given.cost as number | undefined) ?? 1 });
  };
  for (const definition of document.definitions) {
    if (!isObjectType(definition)) continue;
    note(definition.name.value, definition);
    for (const field of definition.fields ?? []) note(`${definition.name.value}.${field.name.value}`, field);
  }
  return found;
}

/**
 * The `@constraint` of an SDL by schema coordinate: "Query.list_discount_codes(first:)", "DiscountCodeBody.code", "UUID".
 */
export function readConstraints(document: DocumentNode): Map<string, Bounds> {
  const found = new Map<string, Bounds>();
  const note = (coordinate: string, node: Directed) => {
    const given = readDirective(node, "constraint");
    if (given) found.set(coordinate, given);
  };
  const noteAll = (before: string, inputs: readonly InputValueDefinitionNode[] | undefined, after: string) => {
    for (const input of inputs ?? []) note(`${before}${input.name.value}${after}`, input);
  };
  for (const definition of document.definitions) {
    if (definition.kind === Kind.SCALAR_TYPE_DEFINITION) note(definition.name.value, definition);
    if (definition.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION) noteAll(`${definition.name.value}.`, definition.fields, "");
    if (isObjectType(definition))
      for (const field of definition.fields ?? []) noteAll(`${definition.name.value}.${field.name.value}(`, field.arguments, ":)");
  }
  return found;
}
