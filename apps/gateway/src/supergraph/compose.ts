import { composeServices } from "@apollo/composition";
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type DocumentNode,
  type FieldDefinitionNode,
  Kind,
  parse,
  valueFromASTUntyped,
} from "graphql";
import type { Composition as CheckedComposition } from "./select.js";
import { unsupportedParts } from "./unsupported.js";

/** Composes the subgraphs, and checks the rules that composition does not check. */
export function composeAndCheck(subgraphs: readonly { name: string; sdl: string }[]): CheckedComposition {
  const composition = composeSupergraph(subgraphs);
  if ("errors" in composition) return composition;
  const warnings = composition.hints.filter(({ isWarning }) => isWarning).map(({ code, message }) => `${code}: ${message}`);
  return { supergraphSdl: composition.supergraphSdl, findings: [...subgraphs.flatMap(unlabelledFields), ...warnings] };
}

type Composition = { supergraphSdl: string; hints: { code: string; message: string; isWarning: boolean }[] } | { errors: string[] };

/**
 * Composes the subgraphs. Returns errors for a supergraph that the gateway would execute wrongly. Omits the subgraphs' URLs, so that the
 * supergraph is the same in each deployment.
 */
export function composeSupergraph(subgraphs: readonly { name: string; sdl: string }[]): Composition {
  try {
    const parsed = subgraphs.map(({ name, sdl }) => ({ name, url: "", typeDefs: parse(sdl) }));
    const { supergraphSdl, hints, errors } = composeServices(upgradeDirectiveSpec(parsed));
    if (supergraphSdl === undefined) return { errors: (errors ?? []).map((error) => error.message) };
    const unsupported = unsupportedParts(parse(supergraphSdl, { noLocation: true }));
    if (unsupported.length > 0) return { errors: unsupported };
    return { supergraphSdl, hints: (hints ?? []).map(shortHint) };
  } catch (error) {
    // Returns a syntax error in a subgraph's SDL, because a thrown error would crash the gateway.
    return { errors: [error instanceof Error ? error.message : String(error)] };
  }
}

type Hint = NonNullable<ReturnType<typeof composeServices>["hints"]>[number];

/**
 * Composition reports differences that change the supergraph as warnings, and harmless differences on lower levels. `isWarning` is false
 * for different descriptions of a shared type, which occur while services are deployed one after another.
 */
function shortHint({ definition: { code, level }, message }: Hint) {
  return { code, message, isWarning: level.name === "WARN" && code !== "INCONSISTENT_DESCRIPTION" };
}

const rootTypes = ["Query", "Mutation"];

/** Returns a finding for each root field without `@access`. The gateway does not serve such a field. */
function unlabelledFields({ name, sdl }: { name: string; sdl: string }): string[] {
  return parse(sdl, { noLocation: true }).definitions.flatMap((definition) =>
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    rootTypes.includes(definition.name.value)
      ? (definition.fields ?? [])
          .filter(isUnlabelled)
          .map((field) => `[${name}] ${definition.name.value}.${field.name.value} has no @access`)
      : [],
  );
}

function isUnlabelled({ directives = [], name }: FieldDefinitionNode): boolean {
  return !name.value.startsWith("_") && !directives.some((one) => one.name.value === "access" || one.name.value === "inaccessible");
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
