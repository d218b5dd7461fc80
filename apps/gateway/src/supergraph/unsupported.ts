import { type DirectiveNode, type DocumentNode, type FieldDefinitionNode, Kind, parse, type TypeDefinitionNode, visit } from "graphql";

/** Federation directives for security, which the gateway does not support. */
const securityDirectives = ["authenticated", "requiresScopes", "policy"];

/**
 * Lists the parts of a supergraph that the gateway would execute wrongly. The query planner drops the arguments of fields in @requires, so
 * a subgraph would receive wrong values. The executor of @apollo/gateway ignores @fromContext.
 */
export function unsupportedParts(document: DocumentNode): string[] {
  const names = subgraphNames(document);
  const security = linkedDirectives(document);
  const found: string[] = [];
  for (const type of document.definitions) {
    if (!("name" in type && type.name)) continue;
    const typeGraphs = graphsOf(type.directives, "join__type");
    const listOf = (graphs: readonly string[]) => (graphs.length > 0 ? graphs : typeGraphs).map((graph) => names.get(graph)).join(", ");
    found.push(...securityIssues(type.name.value, type.directives, listOf([]), security));
    for (const field of fieldsOf(type as TypeDefinitionNode)) {
      const coordinate = `${type.name.value}.${field.name.value}`;
      found.push(...securityIssues(coordinate, field.directives, listOf(graphsOf(field.directives, "join__field")), security));
      for (const join of (field.directives ?? []).filter(({ name }) => name.value === "join__field"))
        found.push(...joinIssues(coordinate, join, names.get(textOf(join, "graph") ?? "")));
    }
  }
  return found;
}

function fieldsOf(type: TypeDefinitionNode): readonly FieldDefinitionNode[] {
  const hasFields = type.kind === Kind.OBJECT_TYPE_DEFINITION || type.kind === Kind.INTERFACE_TYPE_DEFINITION;
  return hasFields ? (type.fields ?? []) : [];
}

function joinIssues(coordinate: string, join: DirectiveNode, subgraph: string | undefined): string[] {
  const requires = textOf(join, "requires");
  const issues: string[] = [];
  if (requires !== undefined && hasArguments(requires))
    issues.push(
      `[${subgraph}] The directive @requires of the field "${coordinate}" contains arguments: ${requires}. The gateway supports only fields without arguments in @requires. Add a field without arguments to the type, and require this field.`,
    );
  if (join.arguments?.some(({ name }) => name.value === "contextArguments"))
    issues.push(
      `[${subgraph}] The field "${coordinate}" uses the directive @fromContext. The gateway does not support this directive. Replace the argument with a field that has the directive @requires, or with an argument that clients set.`,
    );
  return issues;
}

function securityIssues(
  coordinate: string,
  directives: readonly DirectiveNode[] | undefined,
  subgraphs: string,
  security: ReadonlyMap<string, string>,
): string[] {
  return (directives ?? [])
    .flatMap(({ name }) => security.get(name.value) ?? [])
    .map(
      (directive) =>
        `[${subgraphs}] "${coordinate}" uses the directive @${directive}. The gateway does not support this directive. Remove the directive, and set the access level of root fields with @access.`,
    );
}

/** Maps the names of directives in the supergraph to their names in the federation spec. */
function linkedDirectives(document: DocumentNode): ReadonlyMap<string, string> {
  const links = document.definitions.flatMap((node) => (node.kind === Kind.SCHEMA_DEFINITION ? (node.directives ?? []) : []));
  return new Map(
    links.flatMap((link) => {
      const spec = securityDirectives.find((name) => textOf(link, "url")?.includes(`specs.apollo.dev/${name}/`));
      return spec === undefined ? [] : [[textOf(link, "as") ?? spec, spec] as const];
    }),
  );
}

/** Maps the values of the enum `join__Graph` to names of subgraphs. */
function subgraphNames(document: DocumentNode): ReadonlyMap<string, string | undefined> {
  const graphs = document.definitions.find(
    (definition) => definition.kind === Kind.ENUM_TYPE_DEFINITION && definition.name.value === "join__Graph",
  );
  const values = graphs?.kind === Kind.ENUM_TYPE_DEFINITION ? (graphs.values ?? []) : [];
  return new Map(values.map(({ name, directives: [graph] = [] }) => [name.value, graph && textOf(graph, "name")]));
}

function graphsOf(directives: readonly DirectiveNode[] | undefined, join: string): string[] {
  return (directives ?? []).flatMap((directive) => (directive.name.value === join ? (textOf(directive, "graph") ?? []) : []));
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
