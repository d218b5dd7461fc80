import { hashOfContent, type RegistryEntry } from "@offergraph/service/registry/entry";
import { compare, valid } from "semver";
import type { PublishedSubgraph } from "./manifest.js";

/** SDL and manifest of one version of a subgraph. */
export interface PublishedSchema extends PublishedSubgraph {
  /** Undefined if the subgraph is polled. */
  readonly version?: string | undefined;
  readonly sdlHash: string;
  readonly manifestHash: string;
  /** Time at which the first running replica with this schema registered. */
  readonly registeredAt: string;
}

export const schemaId = ({ sdlHash, manifestHash }: Pick<PublishedSchema, "sdlHash" | "manifestHash">): string =>
  `${sdlHash}.${manifestHash}`;

export function polledSchema(subgraph: PublishedSubgraph): PublishedSchema {
  const hashes = { sdlHash: hashOfContent(subgraph.sdl), manifestHash: hashOfContent(JSON.stringify(subgraph.manifest)) };
  return { ...subgraph, ...hashes, registeredAt: "" };
}

/** Returns a hash of the SDLs and manifests of a supergraph. */
export function hashOfSet(set: readonly PublishedSchema[]): string {
  return hashOfLines(set.map((schema) => `${schema.name} ${schemaId(schema)}`));
}

/** Returns a hash of the SDLs of a supergraph. */
export function hashOfSdls(set: readonly PublishedSchema[]): string {
  return hashOfLines(set.map(({ name, sdlHash }) => `${name} ${sdlHash}`));
}

const hashOfLines = (lines: readonly string[]) => hashOfContent([...lines].sort().join("\n"));

/** Schema that at least one replica serves. */
export type OfferedSchema = Pick<RegistryEntry, "sdl" | "manifest" | "version" | "registeredAt">;

/**
 * Groups the replicas of one subgraph by their schema, and returns the newest schema first. Compares semantic versions. If two versions are
 * equal, or if a version is not a semantic version, the schema that registered later is newer.
 */
export function newestFirst(replicas: readonly OfferedSchema[]): OfferedSchema[] {
  const groups = new Map<string, OfferedSchema>();
  const areSemantic = replicas.every(({ version }) => valid(version) !== null);
  const compareVersions = (one: string, other: string) => (areSemantic ? compare(one, other) : 0);
  for (const { sdl, manifest, version, registeredAt } of replicas) {
    const id = `${sdl}.${manifest}`;
    const known = groups.get(id);
    groups.set(id, {
      sdl,
      manifest,
      version: known && compareVersions(known.version, version) > 0 ? known.version : version,
      registeredAt: known && known.registeredAt < registeredAt ? known.registeredAt : registeredAt,
    });
  }
  const later = (one: string, other: string) => (one < other ? 1 : -1);
  return [...groups.values()].sort(
    (one, other) =>
      compareVersions(other.version, one.version) ||
      (one.registeredAt === other.registeredAt
        ? later(one.sdl + one.manifest, other.sdl + other.manifest)
        : later(one.registeredAt, other.registeredAt)),
  );
}
