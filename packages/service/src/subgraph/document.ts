import { type AccessLevel, allows } from "@offergraph/shared/access/principal";
import { PublicError } from "@offergraph/shared/errors/public-error";
import type { Access } from "@offergraph/shared/schema/directives";
import { hasVariable } from "@offergraph/shared/schema/scalars";
import {
  type DocumentNode,
  type FieldNode,
  type GraphQLCompositeType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
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
import type { SelectedFields } from "../db/selected-columns.js";

const free = new Set(["__typename", "__schema", "__type", "_service", "_entities"]);

/** Returns the operation to execute. Throws PublicError OPERATION_NOT_FOUND if no operation or several operations match. */
export function chosenOperation(document: DocumentNode, operationName: string | undefined): OperationDefinitionNode {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const chosen = operationName === undefined ? operations : operations.filter(({ name }) => name?.value === operationName);
  const [operation] = chosen;
  if (operation && chosen.length === 1) return operation;
  const fault =
    operationName === undefined
      ? "The document must have exactly one operation, unless `operationName` is set."
      : "The document must have exactly one operation whose name is the value of `operationName`.";
  throw new PublicError("OPERATION_NOT_FOUND", fault);
}

/** The properties of a document, computed from all operations of the document. */
export interface Uses {
  rootFields: string[];
  /** The access level that the whole document requires. */
  level: AccessLevel;
  /** True if a literal of a custom scalar contains a variable, for example `{ name: $name }`. graphql-jit would drop the variable. */
  hasScalarWithVariable: boolean;
  /**
   * True if an alias has the name of an inherited property, for example `toString`. graphql-jit would set or read the inherited property.
   */
  hasInheritedAlias: boolean;
  /** The selected fields of each object type, without `__typename`. */
  selected: SelectedFields;
}

/** Returns the properties of a valid document. `access` contains the access level of each root field and entity type. */
export function usesOf(schema: GraphQLSchema, document: DocumentNode, access: ReadonlyMap<string, Access>): Uses {
  const types = new TypeInfo(schema);
  const roots = new Set([schema.getQueryType(), schema.getMutationType()]);
  const rootFields = new Set<string>();
  const selected = new Map<string, Set<string>>();
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
  const select = (parent: GraphQLCompositeType, field: string) => {
    for (const { name } of isAbstractType(parent) ? schema.getPossibleTypes(parent) : [parent])
      selected.set(name, (selected.get(name) ?? new Set()).add(field));
  };
  const visitor = {
    Field: ({ name, alias }: FieldNode) => {
      if (alias && alias.value in Object.prototype) hasInheritedAlias = true;
      const parent = types.getParentType();
      if (parent && name.value !== "__typename") select(parent, name.value);
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
  return { rootFields: [...rootFields], level, hasScalarWithVariable, hasInheritedAlias, selected };
}

/** True if a document selects only `_service { sdl }`. Requests that select only the SDL need no authentication. */
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
