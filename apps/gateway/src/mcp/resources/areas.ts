import { type GraphQLNamedType, getNamedType, isInputObjectType, isObjectType } from "graphql";
import type { ServerContext } from "../server.js";
import { ownTypes } from "./kinds.js";

/** Where types stand that more than one area uses. */
const everywhere = "shared";

/** A schema's own types by area: the areas are the subgraphs, in their order, then what they share. */
export function typesByArea({ engine: { apiSchema }, tools }: Pick<ServerContext, "engine" | "tools">): Map<string, GraphQLNamedType[]> {
  const { owner, isEntity, subgraphs } = tools.ownership;
  const users = new Map<GraphQLNamedType, Set<string>>();
  // What is used inside of a page, a payload or an input is used by who uses that; an entity's fields say themselves whose they are.
  const use = (type: GraphQLNamedType, area: string) => {
    const known = users.get(type) ?? new Set();
    if (known.has(area)) return;
    users.set(type, known.add(area));
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) use(getNamedType(field.type), area);
    if (isObjectType(type) && !isEntity(type.name))
      for (const field of Object.values(type.getFields())) use(getNamedType(field.type), area);
  };
  const types = ownTypes(apiSchema);
  for (const type of [apiSchema.getQueryType(), apiSchema.getMutationType(), ...types.filter(({ name }) => isEntity(name))]) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      for (const { type: used } of [field, ...field.args]) use(getNamedType(used), owner(type.name, field.name) ?? everywhere);
  }
  const areaOf = (type: GraphQLNamedType) => {
    // An entity is theirs who have most of its fields, whoever refers to it.
    if (isObjectType(type) && isEntity(type.name)) return mostOf(Object.keys(type.getFields()).map((field) => owner(type.name, field)));
    const [area = everywhere, other] = users.get(type) ?? [];
    return other === undefined ? area : everywhere;
  };
  const found = new Map<string, GraphQLNamedType[]>([...subgraphs, everywhere].map((area) => [area, []]));
  for (const type of types) found.get(areaOf(type))?.push(type);
  return found;
}

function mostOf(areas: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const area of areas) if (area !== undefined) counts.set(area, (counts.get(area) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? everywhere;
}
