import { type GraphQLNamedType, getNamedType, isInputObjectType, isObjectType } from "graphql";
import type { ServerContext } from "../server.js";
import { ownTypes } from "./types.js";

/** Area of types that more than one subgraph uses. */
const everywhere = "shared";

/** Groups a schema's own types by domain: the subgraphs in supergraph order, then "shared". */
export function typesByDomain({ engine: { apiSchema }, tools }: Pick<ServerContext, "engine" | "tools">): Map<string, GraphQLNamedType[]> {
  const { owner, isEntity, subgraphs } = tools.ownership;
  const users = new Map<GraphQLNamedType, Set<string>>();
  // Types inside a page, payload or input belong to its users; an entity's fields have their own owners.
  const use = (type: GraphQLNamedType, domain: string) => {
    const known = users.get(type) ?? new Set();
    if (known.has(domain)) return;
    users.set(type, known.add(domain));
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) use(getNamedType(field.type), domain);
    if (isObjectType(type) && !isEntity(type.name))
      for (const field of Object.values(type.getFields())) use(getNamedType(field.type), domain);
  };
  const types = ownTypes(apiSchema);
  for (const type of [apiSchema.getQueryType(), apiSchema.getMutationType(), ...types.filter(({ name }) => isEntity(name))]) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      for (const { type: used } of [field, ...field.args]) use(getNamedType(used), owner(type.name, field.name) ?? everywhere);
  }
  const domainOf = (type: GraphQLNamedType) => {
    // An entity belongs to the subgraph that owns most of its fields.
    if (isObjectType(type) && isEntity(type.name)) return maxOf(Object.keys(type.getFields()).map((field) => owner(type.name, field)));
    const [domain = everywhere, other] = users.get(type) ?? [];
    return other === undefined ? domain : everywhere;
  };
  const found = new Map<string, GraphQLNamedType[]>([...subgraphs, everywhere].map((domain) => [domain, []]));
  for (const type of types) found.get(domainOf(type))?.push(type);
  return found;
}

function maxOf(domains: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const domain of domains) if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? everywhere;
}
