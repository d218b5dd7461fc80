import { compile } from "@jmespath-community/jmespath";
import type { Manifest, ManifestRoute } from "@offergraph/shared/schema/manifest";

export interface PublishedSubgraph {
  readonly name: string;
  readonly sdl: string;
  readonly manifest: Manifest;
}

export interface PublicRoute extends ManifestRoute {
  /** Name of the subgraph in the setting SUBGRAPHS. */
  readonly service: string;
}

export interface UsageTarget {
  /** Name of the subgraph in the setting SUBGRAPHS. */
  readonly service: string;
  readonly path: string;
}

export interface Manifests extends Omit<Manifest, "guide" | "routes" | "keyUsage" | "fieldUsage"> {
  /** Undefined if no manifest has `keyUsage`. */
  readonly keyUsage: UsageTarget | undefined;
  /** Undefined if no manifest has `fieldUsage`. */
  readonly fieldUsage: UsageTarget | undefined;
  readonly guides: readonly Manifest["guide"][];
  readonly routes: readonly PublicRoute[];
}

const ownResources = ["glossary", "states", "filters", "schema", "key"];
/** Path of the OAuth server metadata (RFC 8414). */
export const authorizationServerPath = "/.well-known/oauth-authorization-server";
/** Paths of the OAuth resource metadata of `/mcp` (RFC 9728). */
export const resourceMetadataPaths = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];
const ownPaths = [
  ...["/graphql/v1", "/mcp", "/health/live", "/health/ready"],
  ...["/explorer", "/docs", "/docs.md", "/docs/", "/llms.txt", "/schema.graphql", "/site/", "/assets/site/", "/favicon.ico", "/robots.txt"],
  ...resourceMetadataPaths,
];

/** Merges the manifests, sorted by the names of the services. Throws an Error if the manifests contradict each other. */
export function mergeManifests(published: readonly Pick<PublishedSubgraph, "name" | "manifest">[]): Manifests {
  const sorted = [...published].sort((one, other) => (one.name < other.name ? -1 : 1));
  const each = sorted.map(({ manifest }) => manifest);
  const targetOf = (part: "keyUsage" | "fieldUsage"): UsageTarget | undefined =>
    sorted.flatMap(({ name, manifest }) => (manifest[part] ? [{ service: name, path: manifest[part] }] : []))[0];
  const merged: Manifests = {
    stateMachines: each.flatMap(({ stateMachines }) => stateMachines),
    prompts: each.flatMap(({ prompts }) => prompts).sort((one, other) => other.priority - one.priority),
    resources: each.flatMap(({ resources }) => resources),
    toolsets: each.flatMap(({ toolsets }) => toolsets),
    errors: each.flatMap(({ errors }) => errors),
    events: each.flatMap(({ events }) => events),
    emits: Object.assign({}, ...each.map(({ emits }) => emits)),
    warnings: joinLists(each.map(({ warnings }) => warnings)),
    samples: Object.fromEntries(each.flatMap(({ samples }) => Object.entries(samples))),
    common: each.flatMap(({ common }) => common),
    listFields: Object.assign({}, ...each.map(({ listFields }) => listFields)),
    routes: sorted.flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, service: name }))),
    guides: each.map(({ guide }) => guide),
    keyUsage: targetOf("keyUsage"),
    fieldUsage: targetOf("fieldUsage"),
  };
  for (const list of [merged.prompts, merged.resources, merged.routes, merged.toolsets]) refuseDuplicates(list);
  const reserved = merged.resources.find(({ name }) => ownResources.includes(name));
  if (reserved) throw new Error(`The resource name ${reserved.name} is reserved for the gateway.`);
  for (const { path, service } of merged.routes) {
    const other = [...ownPaths, ...merged.routes.filter((route) => route.path !== path).map((route) => route.path)];
    const covered = other.find((one) => covers(path, one));
    if (covered !== undefined)
      throw new Error(`The path ${path} of the service ${service} conflicts with the path ${covered}, which another route uses.`);
  }
  for (const { content } of merged.resources) compile(content);
  return merged;
}

/** Merges maps whose values are lists. Several services can declare warnings for `get_job`. */
function joinLists<Item>(maps: readonly Readonly<Record<string, readonly Item[]>>[]): Record<string, Item[]> {
  const joined: Record<string, Item[]> = {};
  for (const map of maps) for (const [name, items] of Object.entries(map)) joined[name] = [...(joined[name] ?? []), ...items];
  return joined;
}

export function routeOf({ routes }: Manifests, pathname: string): PublicRoute | undefined {
  return routes.find(({ path }) => covers(path, pathname));
}

export function examplesOf({ guides }: Manifests): NonNullable<Manifests["guides"][number]["examples"]> {
  return guides.find(({ examples }) => examples)?.examples ?? anyExamples;
}

const anyExamples = { operation: "{ __typename }", field: "id", nestedField: "parent.id", deeplyNestedField: "parent.parent.id" };

function covers(path: string, pathname: string): boolean {
  return path.endsWith("/") ? pathname.startsWith(path) : pathname === path;
}

function refuseDuplicates(list: readonly { name: string; path?: string }[]): void {
  for (const key of ["name", "path"] as const) {
    const values = list.map((one) => one[key]);
    const twice = values.find((value, index) => value !== undefined && values.indexOf(value) !== index);
    if (twice !== undefined) throw new Error(`The manifests declare the name or path ${twice} twice.`);
  }
}
