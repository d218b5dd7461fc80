import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DefinitionNode, type FieldDefinitionNode, Kind, type NameNode, parse, Source, visit } from "graphql";

const sharedSdl = fileURLToPath(new URL("../../packages/shared/graphql/offergraph.graphql", import.meta.url));
const federation = `
extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable", "@external", "@requires", "@provides", "@composeDirective"])
  @link(url: "https://specs.offergraph.dev/offergraph/v1.1", import: ["@access", "@constraint"])
  @composeDirective(name: "@access")
  @composeDirective(name: "@constraint")
`;

/** A subgraph's schema in two parts. The published schema contains `shared` before `own`. */
export interface SubgraphSdl {
  /** The definitions in the app's schema files. All fields of `Query` are in one definition, and all fields of `Mutation` in another. */
  own: DefinitionNode[];
  /** The link header, the directives, and the shared definitions that `own` uses. */
  shared: DefinitionNode[];
}

/** Reads an app's schema/*.graphql and the shared definitions that these files use. */
export function readSdl(appDirectory: string): SubgraphSdl {
  const directory = join(appDirectory, "schema");
  const files = readdirSync(directory)
    .filter((file) => file.endsWith(".graphql"))
    .sort();
  const own = gatherRoots(files.flatMap((file) => definitions(join(directory, file))));
  const sharedDefinitions = definitions(sharedSdl);
  return { own, shared: [...parse(federation).definitions, ...usedOf(sharedDefinitions, own)] };
}

function definitions(path: string): readonly DefinitionNode[] {
  return parse(new Source(readFileSync(path, "utf8"), path)).definitions;
}

/**
 * Merges all extensions of Query into one type definition, and all extensions of Mutation into another. Appends the merged definitions at
 * the end, and keeps the order of fields.
 */
function gatherRoots(all: DefinitionNode[]): DefinitionNode[] {
  const rest: DefinitionNode[] = [];
  const roots = new Map<string, { name: NameNode; fields: FieldDefinitionNode[] }>();
  for (const definition of all) {
    const isRoot = definition.kind === Kind.OBJECT_TYPE_EXTENSION && ["Query", "Mutation"].includes(definition.name.value);
    if (!isRoot) {
      rest.push(definition);
      continue;
    }
    const root = roots.get(definition.name.value) ?? { name: definition.name, fields: [] };
    root.fields.push(...(definition.fields ?? []));
    roots.set(definition.name.value, root);
  }
  return [...rest, ...[...roots.values()].map((root): DefinitionNode => ({ kind: Kind.OBJECT_TYPE_DEFINITION, ...root }))];
}

function typeNames(definition: DefinitionNode): Set<string> {
  const names = new Set<string>();
  visit(definition, {
    NamedType: (node) => {
      names.add(node.name.value);
    },
  });
  return names;
}

/** Returns the shared directives, and the shared types that `own` uses directly or indirectly. Keeps the order of the shared file. */
function usedOf(shared: readonly DefinitionNode[], own: readonly DefinitionNode[]): DefinitionNode[] {
  const byName = new Map(
    shared.flatMap((definition) => ("name" in definition && definition.name ? [[definition.name.value, definition]] : [])),
  );
  const used = new Set<DefinitionNode>(shared.filter((definition) => definition.kind === Kind.DIRECTIVE_DEFINITION));
  const waiting = [...used, ...own];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    for (const name of typeNames(next)) {
      const definition = byName.get(name);
      if (!definition || used.has(definition)) continue;
      used.add(definition);
      waiting.push(definition);
    }
  }
  return shared.filter((definition) => used.has(definition));
}
