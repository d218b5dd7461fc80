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

/** The type of the items that a page has; undefined for what is no page. */
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

/** The fields that can be asked for without arguments, and without the key's own workspace over and over. */
export function plainFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(({ name, args }) => args.length === 0 && name !== "workspaceId");
}

export function isLeaf(field: Field): boolean {
  return isLeafType(getNamedType(field.type));
}

/** A JSON object: small or very large, nobody knows. */
export function isFreeForm(field: Field): boolean {
  return getNamedType(field.type).name === "JSONObject";
}
