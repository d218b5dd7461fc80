import { type ConstDirectiveNode, type DocumentNode, Kind } from "graphql";

interface Directed {
  directives?: readonly ConstDirectiveNode[] | undefined;
}

/** Reads the entity types and the owning subgraph of each field from the supergraph's join directives (specs.apollo.dev/join). */
export function readOwnership(supergraph: DocumentNode) {
  const graphs = new Map<string, string>();
  const owners = new Map<string, string>();
  const entities = new Set<string>();
  for (const definition of supergraph.definitions) {
    if (definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === "join__Graph")
      for (const value of definition.values ?? []) graphs.set(value.name.value, argument(value, "join__graph", "name") ?? value.name.value);
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION) continue;
    const { value: type } = definition.name;
    if (argument(definition, "join__type", "key") !== undefined) entities.add(type);
    for (const field of definition.fields ?? []) {
      const graph = argument(field, "join__field", "graph") ?? argument(definition, "join__type", "graph");
      if (graph !== undefined) owners.set(`${type}.${field.name.value}`, graph);
    }
  }
  return {
    subgraphs: [...graphs.values()],
    owner: (type: string, field: string) => graphs.get(owners.get(`${type}.${field}`) ?? ""),
    isEntity: (type: string) => entities.has(type),
  };
}

function argument({ directives = [] }: Directed, directive: string, name: string): string | undefined {
  for (const { name: of, arguments: given = [] } of directives) {
    if (of.value !== directive) continue;
    const value = given.find((one) => one.name.value === name)?.value;
    if (value?.kind === Kind.STRING || value?.kind === Kind.ENUM) return value.value;
  }
  return undefined;
}
