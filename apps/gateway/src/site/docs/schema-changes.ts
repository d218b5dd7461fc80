import { type GraphQLNamedType, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";

/** Changes of the public schema on one day, as schema coordinates, for example "Query.get_form(slug:)". */
export interface SchemaChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly deprecated: readonly string[];
}

/** Maps each schema coordinate to its deprecation reason, if any. */
export function coordinatesOf(schema: GraphQLSchema): Map<string, string | undefined> {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith("__"));
  return new Map(
    types.flatMap((type) => [
      [type.name, undefined] as const,
      ...membersOf(type).map(([name, reason]) => [`${type.name}.${name}`, reason ?? undefined] as const),
    ]),
  );
}

type Member = readonly [name: string, deprecationReason: string | null | undefined];

function membersOf(type: GraphQLNamedType): Member[] {
  if (isEnumType(type)) return type.getValues().map((one) => [one.name, one.deprecationReason]);
  if (isInputObjectType(type)) return Object.values(type.getFields()).map((one) => [one.name, one.deprecationReason]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap(({ name, deprecationReason, args }): Member[] => [
    [name, deprecationReason],
    ...args.map((one): Member => [`${name}(${one.name}:)`, one.deprecationReason]),
  ]);
}

/** Compares two versions of the schema. Does not list the members of an added or removed type or field. */
export function schemaChanges(before: GraphQLSchema, after: GraphQLSchema): SchemaChanges {
  const [old, current] = [coordinatesOf(before), coordinatesOf(after)];
  const added = [...current.keys()].filter((coordinate) => !old.has(coordinate));
  const removed = [...old.keys()].filter((coordinate) => !current.has(coordinate));
  return {
    added: outermost(added),
    removed: outermost(removed),
    deprecated: [...current].flatMap(([coordinate, reason]) => (reason && !old.get(coordinate) ? [coordinate] : [])).sort(),
  };
}

function outermost(coordinates: readonly string[]): string[] {
  const all = new Set(coordinates);
  const isInner = (coordinate: string) => all.has(coordinate.replace(/\(.*/, "")) && coordinate.includes("(");
  return coordinates.filter((one) => !isInner(one) && !(one.includes(".") && all.has(one.split(".")[0] ?? ""))).sort();
}
