import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  TypeInfo,
  type ValueNode,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { type AccessLevel, allows } from "../access/principal.js";
import { PublicError } from "../errors/public-error.js";
import type { Access } from "../schema/directives.js";
import { hasVariable } from "../schema/scalars.js";

const free = new Set(["__typename", "__schema", "__type", "_service", "_entities"]);

/** The one operation that a request means. Throws PublicError OPERATION_NOT_FOUND when there is none, or more than one. */
export function chosenOperation(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const chosen = operationName === undefined ? operations : operations.filter(({ name }) => name?.value === operationName);
  const [operation] = chosen;
  if (operation && chosen.length === 1) return operation;
  const fault =
    operationName === undefined
      ? "operationName has to say which of the operations is meant"
      : "no operation of the document has the name in operationName";
  throw new PublicError("OPERATION_NOT_FOUND", `The request is not clear: ${fault}.`);
}

/** What a document uses, whatever operation of it is run. */
export interface Uses {
  /** Names of root fields. */
  rootFields: string[];
  /** The access level that all of it needs. */
  level: AccessLevel;
  /** Whether graphql-jit would lose a variable that stands inside a custom scalar's literal: `{ name: $name }`. */
  hasScalarWithVariable: boolean;
  /** Whether an alias is the name of something that every JavaScript object has (`__proto__`, `toString`): graphql-jit would set or read that. */
  hasInheritedAlias: boolean;
}

/** Reads off a valid document what it uses; root fields and entity types have their levels in `access`. */
export function usesOf(schema: GraphQLSchema, document: DocumentNode, access: ReadonlyMap<string, Access>): Uses {
  const types = new TypeInfo(schema);
  const roots = new Set([schema.getQueryType(), schema.getMutationType()]);
  const rootFields = new Set<string>();
  let level: AccessLevel = "READ";
  let hasScalarWithVariable = false;
  let hasInheritedAlias = false;
  const need = (coordinate: string) => {
    const needed = access.get(coordinate)?.level;
    if (needed && !allows(level, needed)) level = needed;
  };
  const literal = (node: ValueNode) => {
    const type = types.getInputType();
    const inner = type && getNamedType(type);
    if (inner && isScalarType(inner) && !isSpecifiedScalarType(inner) && hasVariable(node)) hasScalarWithVariable = true;
  };
  const visitor = {
    Field: ({ name, alias }: FieldNode) => {
      if (alias && alias.value in Object.prototype) hasInheritedAlias = true;
      const parent = types.getParentType();
      if (!parent || !roots.has(parent as never)) return;
      rootFields.add(name.value);
      if (!free.has(name.value)) need(`${parent.name}.${name.value}`);
    },
    InlineFragment: () => need(types.getType()?.toString() ?? ""),
    FragmentDefinition: () => need(types.getType()?.toString() ?? ""),
    ObjectValue: literal,
    ListValue: literal,
  };
  visit(document, visitWithTypeInfo(types, visitor));
  return { rootFields: [...rootFields], level, hasScalarWithVariable, hasInheritedAlias };
}

/** Whether a text asks for nothing but `_service { sdl }`: what is answered to anyone who reaches the port. */
export function asksForSdlOnly(query: string): boolean {
  try {
    const { definitions } = parse(query, { maxTokens: 40 });
    return definitions.every(
      (definition) =>
        definition.kind === Kind.OPERATION_DEFINITION &&
        definition.selectionSet.selections.every((selection) => selection.kind === Kind.FIELD && selection.name.value === "_service"),
    );
  } catch {
    return false;
  }
}
