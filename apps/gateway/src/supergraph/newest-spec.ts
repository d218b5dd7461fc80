import { type ConstDirectiveNode, type DefinitionNode, type DocumentNode, Kind, valueFromASTUntyped } from "graphql";

// By the rules of @link: what a spec defines is named after it, but for what is imported under a name of its own.
const spec = "offergraph";
const imported = new Set(["access", "constraint"]);

/**
 * Gives all subgraphs the newest definition among them of @access and @constraint and of the types that only these use.
 * Minor versions only add arguments. But composition compares what is left out of them too: a shared scalar that bears the same directive
 * by an older definition would be a contradiction, and one subgraph could not be deployed before the others.
 */
export function withNewestSpec(documents: readonly DocumentNode[]): DocumentNode[] {
  const newest = documents.reduce<DocumentNode | undefined>(
    (best, next) => (best && minorOf(best) >= minorOf(next) ? best : next),
    undefined,
  );
  const definitions = newest?.definitions.filter(isOfSpec) ?? [];
  return documents.map((document) =>
    minorOf(document) < 0
      ? document
      : { ...document, definitions: [...document.definitions.filter((definition) => !isOfSpec(definition)), ...definitions] },
  );
}

/** The minor version of the spec that a subgraph links; -1 for one that links none. */
function minorOf(document: DocumentNode): number {
  const links = document.definitions.flatMap((definition) =>
    definition.kind === Kind.SCHEMA_EXTENSION || definition.kind === Kind.SCHEMA_DEFINITION ? (definition.directives ?? []) : [],
  );
  return Math.max(-1, ...links.map(minorOfLink));
}

function minorOfLink(link: ConstDirectiveNode): number {
  const url = link.arguments?.find(({ name }) => name.value === "url")?.value;
  const [, minor] = new RegExp(`/${spec}/v\\d+\\.(\\d+)/?$`).exec(String(url && valueFromASTUntyped(url))) ?? [];
  return link.name.value === "link" && minor !== undefined ? Number(minor) : -1;
}

function isOfSpec(definition: DefinitionNode): boolean {
  if (!("name" in definition) || !definition.name) return false;
  const name = definition.name.value;
  return definition.kind === Kind.DIRECTIVE_DEFINITION ? imported.has(name) : name.startsWith(`${spec}__`);
}
