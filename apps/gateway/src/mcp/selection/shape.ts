import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

export type Field = GraphQLField<unknown, unknown>;

/** Returns the item type of a page type; undefined for other types. */
export function itemsOf(type: GraphQLOutputType): GraphQLObjectType | undefined {
  const named = getNamedType(type);
  if (!isObjectType(named)) return undefined;
  const { nodes, pageInfo } = named.getFields();
  const item = nodes && pageInfo && getNamedType(nodes.type);
  return isObjectType(item) ? item : undefined;
}

export function isList(type: GraphQLOutputType): boolean {
  return isNonNullType(type) ? isList(type.ofType) : isListType(type);
}

/** Returns the fields without arguments, except workspaceId, which is the same for every record. */
export function plainFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(({ name, args }) => args.length === 0 && name !== "workspaceId");
}

export function isLeaf(field: Field): boolean {
  return isLeafType(getNamedType(field.type));
}

export function isFreeForm(field: Field): boolean {
  return getNamedType(field.type).name === "JSONObject";
}
