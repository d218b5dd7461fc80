import { createHash } from "node:crypto";
import { composeServices } from "@apollo/composition";
import type { Logger } from "@offergraph/shared/log/logger";
import { type ConstDirectiveNode, type DefinitionNode, type DocumentNode, Kind, parse, valueFromASTUntyped } from "graphql";
import type { PublishedSubgraph } from "./manifest.js";
import { unsupportedParts } from "./unsupported.js";

/** Composes the subgraphs to a supergraph SDL, and logs errors and hints. Returns undefined if composition fails. */
export function compose(subgraphs: readonly { name: string; sdl: string }[], log: Logger): string | undefined {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) {
    log.error({ errors: composition.errors }, "Composition failed; using the last valid supergraph");
    return undefined;
  }
  for (const { code, message } of composition.hints)
    if (code.startsWith("INCONSISTENT_")) log.warn({ code, hint: message }, "Subgraph schemas are inconsistent");
  return composition.supergraphSdl;
}

type Composition = { supergraphSdl: string; hints: { code: string; message: string }[] } | { errors: string[] };

/**
 * Composes the subgraphs. Returns errors for a supergraph that the gateway would execute wrongly. Omits the subgraphs' URLs, so that the
 * supergraph is the same in each deployment.
 */
export function composeSupergraph(subgraphs: readonly { name: string; sdl: string }[]): Composition {
  try {
    const parsed = subgraphs.map(({ name, sdl }) => ({ name, url: "", typeDefs: parse(sdl) }));
    const { supergraphSdl, hints, errors } = composeServices(upgradeDirectiveSpec(parsed));
    if (supergraphSdl === undefined) return { errors: (errors ?? []).map((error) => error.message) };
    const unsupported = unsupportedParts(supergraphSdl);
    if (unsupported.length > 0) return { errors: unsupported };
    return { supergraphSdl, hints: (hints ?? []).map(({ definition, message }) => ({ code: definition.code, message })) };
  } catch (error) {
    // Returns a syntax error in a subgraph's SDL, because a thrown error would crash the gateway.
    return { errors: [error instanceof Error ? error.message : String(error)] };
  }
}

export function hashOf(subgraphs: readonly PublishedSubgraph[]): string {
  const hash = createHash("sha256");
  for (const { name, sdl, manifest } of subgraphs) hash.update(JSON.stringify([name, sdl, manifest]));
  return hash.digest("hex");
}

// Name of Offergraph's directive spec, which subgraphs link with @link. Composition adds the spec's name as a prefix to definitions that a
// subgraph does not import.
const spec = "offergraph";
const imported = new Set(["access", "constraint"]);

/** Gives all subgraphs the newest version of Offergraph's directives, because different versions can make composition fail. */
function upgradeDirectiveSpec<Subgraph extends { typeDefs: DocumentNode }>(subgraphs: readonly Subgraph[]): Subgraph[] {
  const versions = subgraphs.map(({ typeDefs }) => minorOf(typeDefs));
  const newest = subgraphs[versions.indexOf(Math.max(...versions))];
  const definitions = newest?.typeDefs.definitions.filter(isOfSpec) ?? [];
  return subgraphs.map((subgraph, index) => {
    if (versions[index] === -1) return subgraph;
    const others = subgraph.typeDefs.definitions.filter((definition) => !isOfSpec(definition));
    return { ...subgraph, typeDefs: { ...subgraph.typeDefs, definitions: [...others, ...definitions] } };
  });
}

/** Returns the minor version of Offergraph's directive spec in the document, or -1 without a link. */
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
