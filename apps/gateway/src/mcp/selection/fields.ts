import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from "graphql";

export type Field = GraphQLField<unknown, unknown>;

export interface Records {
  /** True for an entity type of the supergraph. */
  isEntity(typeName: string): boolean;
  /** Default fields of records in lists, by type name. The services' manifests declare the default fields. */
  readonly listFields: Readonly<Record<string, string>>;
}

/** Returns the record type of a page type (a type with `nodes` and `pageInfo`). Returns undefined for a type that is not a page. */
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

/** Returns the fields without arguments, except deprecated fields and workspaceId, which is the same for every record. */
export function plainFields(type: GraphQLObjectType): Field[] {
  return Object.values(type.getFields()).filter(
    ({ name, args, deprecationReason }) => args.length === 0 && name !== "workspaceId" && !deprecationReason,
  );
}

const numbers = new Set(["Int", "Float", "BigFloat"]);

/** True for the type of a count, total or series: a number, or an object with numbers that is not an entity or page. */
export function isAggregate(type: GraphQLOutputType, isEntity: Records["isEntity"]): boolean {
  const named = getNamedType(type);
  if (numbers.has(named.name)) return true;
  if (!isObjectType(named) || isEntity(named.name) || itemsOf(type)) return false;
  const fields = plainFields(named).map((field) => getNamedType(field.type));
  return fields.some((field) => numbers.has(field.name) || (isObjectType(field) && !isEntity(field.name) && hasNumber(field)));
}

function hasNumber(type: GraphQLObjectType): boolean {
  return plainFields(type).some((field) => numbers.has(getNamedType(field.type).name));
}
