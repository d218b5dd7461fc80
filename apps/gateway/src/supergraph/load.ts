import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";
import { type CachedSupergraph, readCachedSupergraph, writeCachedSupergraph } from "./cache-file.js";
import { compose, hashOf } from "./compose.js";
import { createEngine, type Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import { type Manifests, mergeManifests, type PublishedSubgraph } from "./manifest.js";
import { closeClients, createSubgraphClients, type SubgraphClient } from "./subgraph-client.js";

export interface LoadOptions {
  subgraphs: readonly { name: string; url: string }[];
  cacheFile: string;
  pollMs: number;
  log: Logger;
  limits: SupergraphLimits;
  signal?: AbortSignal;
}

export type LoadedSupergraph = Awaited<ReturnType<typeof loadSupergraph>>;

const firstPollMs = 250;

/**
 * Polls the subgraphs. If an SDL or manifest changed, composes the supergraph again and replaces the engine. After a failure, continues
 * with the last valid engine.
 */
export async function loadSupergraph({ subgraphs, cacheFile, pollMs, log, limits, signal }: LoadOptions) {
  // All engines share these clients, so that replacing an engine does not close clients that running requests use.
  const clients = createSubgraphClients(subgraphs, limits);
  const stopping = new AbortController();
  const cached = await readCachedSupergraph(cacheFile);
  const published = new Map<string, PublishedSubgraph>();
  const away = new Set<string>();
  let engine: Engine | undefined;
  let current: Manifests | undefined;
  /** Hash of the SDLs and manifests that the last poll processed. The supergraph of these SDLs may be invalid. */
  let seen: string | undefined;

  const swap = ({ supergraphSdl, manifests }: CachedSupergraph): boolean => {
    try {
      const merged = mergeManifests(manifests);
      // If only manifests changed, keeps the engine and its caches.
      if (engine?.supergraphSdl !== supergraphSdl) engine = createEngine({ supergraphSdl, limits, log, clients });
      current = merged;
      return true;
    } catch (error) {
      log.error({ reason: reasonOf(error) }, "Failed to load a supergraph; keeping the last valid supergraph");
      return false;
    }
  };
  const manifestOf = (name: string) => published.get(name)?.manifest ?? cached?.manifests.find((one) => one.name === name)?.manifest;
  const follow = async (): Promise<void> => {
    await Promise.all(
      subgraphs.map(async ({ name }) => {
        try {
          published.set(name, await readSubgraph(name, clients.get(name), manifestOf(name), log));
          away.delete(name);
        } catch (error) {
          if (!away.has(name)) log.warn({ subgraph: name, reason: reasonOf(error) }, "Failed to fetch SDL and manifest; retrying");
          away.add(name);
        }
      }),
    );
    const known = subgraphs.flatMap(({ name }) => published.get(name) ?? []);
    const hash = hashOf(known);
    if (known.length < subgraphs.length || hash === seen) return;
    seen = hash;
    const supergraphSdl = compose(known, log);
    if (supergraphSdl === undefined) return;
    const supergraph = { hash, supergraphSdl, manifests: known.map(({ name, manifest }) => ({ name, manifest })) };
    if (!swap(supergraph)) return;
    log.info({ subgraphs: known.map(({ name }) => name) }, "Serving a new supergraph");
    await writeCachedSupergraph(cacheFile, supergraph).catch((error: Error) =>
      log.warn({ reason: error.message }, "Failed to cache the supergraph"),
    );
  };

  if (cached && swap(cached)) seen = cached.hash;
  // Waits for the subgraphs only if the cache file contained no valid supergraph.
  while (!engine) {
    await follow();
    if (!engine) await wait(Math.min(firstPollMs, pollMs), undefined, { signal });
  }
  const polling = (async () => {
    if (cached) await follow();
    while (!stopping.signal.aborted) {
      await wait(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted) await follow();
    }
  })();
  return {
    /** Returns the current engine. Call this function only once per request, because a poll can replace the engine during the request. */
    engine: () => engine as Engine,
    manifests: () => current as Manifests,
    async stop() {
      stopping.abort();
      await polling;
      await closeClients(clients);
    },
  };
}

const unsigned = { isRepeatable: true, signal: undefined };
const sdlRequest = { ...unsigned, body: '{"query":"{_service{sdl}}"}', headers: ["content-type", "application/json"] };
const manifestRequest = { ...unsigned, path: "manifest", body: null, headers: [] };

/**
 * Fetches the SDL and manifest of a subgraph. If the manifest is missing or invalid, returns the previous manifest, so that the gateway
 * keeps the subgraph's public routes. Throws if the SDL is missing, or if neither a valid new manifest nor a previous manifest exists.
 */
async function readSubgraph(
  name: string,
  client: SubgraphClient | undefined,
  last: Manifest | undefined,
  log: Logger,
): Promise<PublishedSubgraph> {
  if (!client) throw new Error(`Invariant violated: no client for the subgraph ${name}.`);
  const [sdl, manifest] = await Promise.all([
    readSdl(client),
    readManifest(client, last !== undefined).catch((error: unknown) => {
      if (!last) throw error;
      log.warn({ subgraph: name, reason: reasonOf(error) }, "Failed to fetch the manifest; keeping the last valid manifest");
      return last;
    }),
  ]);
  return { name, sdl, manifest };
}

async function readSdl(client: SubgraphClient): Promise<string> {
  const { status, body } = await client.send(sdlRequest);
  const sdl: unknown = status === 200 ? JSON.parse(body.toString())?.data?._service?.sdl : undefined;
  if (typeof sdl !== "string") throw new Error(`The response with status ${status} has no SDL`);
  return sdl;
}

/**
 * Fetches a manifest. Treats a 404 as an empty manifest, but throws if the subgraph already had a manifest, because an older replica or a
 * proxy may have sent the 404.
 */
async function readManifest(client: SubgraphClient, hadOne: boolean): Promise<Manifest> {
  const { status, body } = await client.send(manifestRequest);
  if (status !== 200 && (hadOne || status !== 404)) throw new Error(`The response with status ${status} has no manifest`);
  const parsed = manifestSchema.safeParse(status === 404 ? {} : JSON.parse(body.toString()));
  if (!parsed.success) throw new Error(`Invalid manifest: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
