import { type DirectiveNode, type DocumentNode, Kind, type NameNode, parse, visit } from "graphql";

/**
 * Lists the parts of a supergraph that the gateway would execute wrongly. The query planner drops the arguments of fields in @requires, so a
 * subgraph would receive values for other arguments.
 */
export function unsupportedParts(supergraphSdl: string): string[] {
  const document = parse(supergraphSdl, { noLocation: true });
  const names = subgraphNames(document);
  const found: string[] = [];
  let type = "";
  const enter = ({ name }: { name: NameNode }) => {
    type = name.value;
  };
  visit(document, {
    ObjectTypeDefinition: { enter },
    InterfaceTypeDefinition: { enter },
    FieldDefinition({ name, directives = [] }) {
      for (const join of directives.filter((directive) => directive.name.value === "join__field")) {
        const requires = textOf(join, "requires");
        if (requires !== undefined && hasArguments(requires))
          found.push(requiresWithArguments(names.get(textOf(join, "graph") ?? ""), `${type}.${name.value}`, requires));
      }
    },
  });
  return found;
}

const requiresWithArguments = (subgraph: string | undefined, field: string, requires: string) =>
  `[${subgraph}] The directive @requires of the field "${field}" contains arguments: ${requires}. The gateway supports only fields without arguments in @requires. Add a field without arguments to the type, and require this field.`;

/** Maps the values of the enum join__Graph to the names of the subgraphs. */
function subgraphNames(document: DocumentNode): ReadonlyMap<string, string | undefined> {
  const graphs = document.definitions.find(
    (definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === "join__Graph",
  );
  const values = graphs?.kind === Kind.ENUM_TYPE_DEFINITION ? (graphs.values ?? []) : [];
  return new Map(values.map(({ name, directives: [graph] = [] }) => [name.value, graph && textOf(graph, "name")]));
}

function textOf(directive: DirectiveNode, argument: string): string | undefined {
  const value = directive.arguments?.find(({ name }) => name.value === argument)?.value;
  return value?.kind === Kind.STRING || value?.kind === Kind.ENUM ? value.value : undefined;
}

function hasArguments(fields: string): boolean {
  let found = false;
  visit(parse(`{ ${fields} }`), {
    Field(field) {
      found ||= (field.arguments?.length ?? 0) > 0;
    },
  });
  return found;
}
