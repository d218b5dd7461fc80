import { type GraphQLNamedType, getNamedType, isInputObjectType, isObjectType, printType } from "graphql";
import type { ServerContext } from "../server.js";
import { textResource, uriOf } from "./resource.js";
import { isRecord, isVocabulary, oneLine, ownTypes } from "./types.js";

export const typeTemplate = {
  uriTemplate: `${uriOf("types")}/{name}`,
  name: "type",
  title: "Schema type",
  description: "GraphQL SDL of one type, with descriptions. offergraph://schema lists the names of all types.",
  mimeType: "text/plain",
};
const typePrefix = `${uriOf("types")}/`;

export function readType(uri: string, { apiSchema }: ServerContext["engine"]): string | undefined {
  if (!uri.startsWith(typePrefix)) return undefined;
  const type = ownTypes(apiSchema).find(({ name }) => name === uri.slice(typePrefix.length));
  return type && printType(type);
}

export const schema = textResource(
  "schema",
  "Types",
  "Names of all types, grouped by service. To read a type, use offergraph://types/{name}.",
  (context) => {
    const domains = [...typesByDomain(context)].filter(([, types]) => types.length > 0);
    return ["# Types", ...domains.map(([domain, types]) => `## ${domain}\n\n${types.map(({ name }) => name).join(", ")}`)].join("\n\n");
  },
);

export const glossary = textResource(
  "glossary",
  "Glossary",
  "Descriptions of all record types and enums, grouped by service.",
  (context) => {
    const domains = [...typesByDomain(context)].flatMap(([domain, types]) => {
      const records = types.filter(isRecord).map(entry);
      const values = types.filter(isVocabulary).map(
        (type) =>
          `${entry(type)} ${type
            .getValues()
            .map(({ name }) => `\`${name}\``)
            .join(", ")}.`,
      );
      const lines = [...records, ...values];
      return lines.length > 0 ? [`## ${domain}\n\n${lines.join("\n")}`] : [];
    });
    const intro = "offergraph://types/{name} lists the fields of a type. offergraph://states lists states and transitions.";
    return ["# Glossary", intro, ...domains].join("\n\n");
  },
);

function entry({ name, description }: GraphQLNamedType): string {
  return `- **${name}**: ${oneLine(description)}`;
}

/** Name of the domain for types that more than one subgraph uses. */
const everywhere = "shared";

/** Groups the types of the API schema by domain. The domains are the subgraphs in the order of the supergraph, followed by "shared". */
function typesByDomain({ engine: { apiSchema }, tools }: Pick<ServerContext, "engine" | "tools">): Map<string, GraphQLNamedType[]> {
  const { owner, isEntity, subgraphs } = tools.ownership;
  const users = new Map<GraphQLNamedType, Set<string>>();
  // Adds a type to the domain, and then the types of the type's fields. Skips the fields of entities, because different subgraphs can own
  // the fields of one entity.
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
    // An entity belongs to the subgraph that owns most of the entity's fields.
    if (isObjectType(type) && isEntity(type.name)) return commonest(Object.keys(type.getFields()).map((field) => owner(type.name, field)));
    const [domain = everywhere, other] = users.get(type) ?? [];
    return other === undefined ? domain : everywhere;
  };
  const found = new Map<string, GraphQLNamedType[]>([...subgraphs, everywhere].map((domain) => [domain, []]));
  for (const type of types) found.get(domainOf(type))?.push(type);
  return found;
}

function commonest(domains: readonly (string | undefined)[]): string {
  const counts = new Map<string, number>();
  for (const domain of domains) if (domain !== undefined) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0] ?? everywhere;
}
