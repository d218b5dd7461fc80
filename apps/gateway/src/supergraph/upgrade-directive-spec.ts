import { type ConstDirectiveNode, type DefinitionNode, type DocumentNode, Kind, valueFromASTUntyped } from "graphql";

// @link prefixes a spec's definitions with its name, except imported ones.
const spec = "offergraph";
const imported = new Set(["access", "constraint"]);

/**
 * Gives all subgraphs the newest definitions of @access, @constraint and their types. Minor versions only add arguments, but composition
 * also compares omitted arguments: without this, a shared scalar with different versions of a directive would not compose, and subgraphs
 * could not be deployed one by one.
 */
export function upgradeDirectiveSpec(documents: readonly DocumentNode[]): DocumentNode[] {
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

/** Minor version of the linked spec; -1 without a link. */
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
