import { type GraphQLNamedType, type GraphQLSchema, isEnumType, isInputObjectType, isInterfaceType, isObjectType } from "graphql";

/** Maps the coordinates of all types, fields, arguments and enum values to the reasons of their deprecation. */
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
