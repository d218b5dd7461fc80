import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { type CachedSupergraph, readCachedSupergraph, writeCachedSupergraph } from "./cache-file.js";
import { compose, hashOf } from "./compose.js";
import { createEngine, type Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import { type Manifests, mergeManifests, type PublishedSubgraph } from "./manifest.js";
import type { ExecutorName } from "./plan/run-plan.js";
import { reasonOf, subgraphReader } from "./read-subgraph.js";
import { closeClients, createSubgraphClients } from "./subgraph-client.js";

export interface LoadOptions {
  subgraphs: readonly { name: string; url: string }[];
  cacheFile: string;
  pollMs: number;
  log: Logger;
  limits: SupergraphLimits;
  executor?: ExecutorName;
  signal?: AbortSignal;
}

export type LoadedSupergraph = Awaited<ReturnType<typeof loadSupergraph>>;

const firstPollMs = 250;

/**
 * Polls the subgraphs. If an SDL or manifest changed, composes the supergraph again and replaces the engine. After a failure, continues
 * with the last valid engine.
 */
export async function loadSupergraph({ subgraphs, cacheFile, pollMs, log, limits, executor = "compiled", signal }: LoadOptions) {
  // Engines share the subgraph clients, because requests on an old engine may still run.
  const clients = createSubgraphClients(subgraphs, limits);
  const readers = subgraphs.map(({ name }) => ({ name, read: subgraphReader(name, clients.get(name), log) }));
  const stopping = new AbortController();
  const cached = await readCachedSupergraph(cacheFile);
  const published = new Map<string, PublishedSubgraph>();
  const away = new Set<string>();
  let engine: Engine | undefined;
  let current: Manifests | undefined;
  /** Hash of the SDLs and manifests that the last poll processed. */
  let seen: string | undefined;
  /** The result of the last complete poll. */
  let processed: readonly PublishedSubgraph[] = [];

  const swap = ({ supergraphSdl, manifests }: CachedSupergraph): boolean => {
    try {
      const merged = mergeManifests(manifests);
      // If only manifests changed, keeps the engine and its caches.
      if (engine?.supergraphSdl !== supergraphSdl) engine = createEngine({ supergraphSdl, limits, log, clients, executor });
      current = merged;
      return true;
    } catch (error) {
      log.error({ reason: reasonOf(error) }, "Failed to load a supergraph; using the last valid supergraph");
      return false;
    }
  };
  const manifestOf = (name: string) => published.get(name)?.manifest ?? cached?.manifests.find((one) => one.name === name)?.manifest;
  const follow = async (): Promise<void> => {
    await Promise.all(
      readers.map(async ({ name, read }) => {
        try {
          published.set(name, await read(manifestOf(name)));
          away.delete(name);
        } catch (error) {
          if (!away.has(name)) log.warn({ subgraph: name, reason: reasonOf(error) }, "Failed to fetch SDL and manifest; retrying");
          away.add(name);
        }
      }),
    );
    const known = subgraphs.flatMap(({ name }) => published.get(name) ?? []);
    if (known.length < subgraphs.length || known.every((one, index) => one === processed[index])) return;
    processed = known;
    const hash = hashOf(known);
    if (hash === seen) return;
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
  // Waits for the subgraphs if the cache file contains no valid supergraph.
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
    /** Returns the current engine. Call only once per request, because the engine can change during a request. */
    engine: () => engine as Engine,
    manifests: () => current as Manifests,
    async stop() {
      stopping.abort();
      await polling;
      await closeClients(clients);
    },
  };
}
