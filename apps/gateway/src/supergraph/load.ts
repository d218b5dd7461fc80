import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { type CachedSupergraph, readCachedSupergraph, writeCachedSupergraph } from "./cache-file.js";
import { compose, hashOf } from "./compose.js";
import { createEngine, type Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import { createSubgraphClients, type SubgraphClient } from "./subgraph-client.js";

export interface LoadOptions {
  subgraphs: readonly { name: string; url: string }[];
  /** Where the last good supergraph is kept, so that the gateway starts while a subgraph is away. */
  cacheFile: string;
  pollMs: number;
  log: Logger;
  limits: SupergraphLimits;
  /** Gives up waiting for the first supergraph. */
  signal?: AbortSignal;
}

export interface LoadedSupergraph {
  /** The engine of the supergraph as it is now. One request keeps to the one it took. */
  engine(): Engine;
  stop(): Promise<void>;
}

const firstPollMs = 250;

/**
 * Keeps an engine that follows the subgraphs: polls their SDL, recomposes when one changed, swaps the engine whole.
 * What does not compose, or cannot be served, leaves the last good one in place. Resolves as soon as there is one, from the cache or from the subgraphs.
 */
export async function loadSupergraph({ subgraphs, cacheFile, pollMs, log, limits, signal }: LoadOptions): Promise<LoadedSupergraph> {
  // Connections outlive engines, so that requests on an old engine finish.
  const clients = createSubgraphClients(subgraphs, limits);
  const stopping = new AbortController();
  const sdls = new Map<string, string>();
  const away = new Set<string>();
  let engine: Engine | undefined;
  /** The newest set of SDLs that was looked at, good or not. */
  let seen: string | undefined;

  const swap = (supergraph: CachedSupergraph): boolean => {
    try {
      engine = createEngine({ subgraphs, supergraphSdl: supergraph.supergraphSdl, limits, log, clients });
      return true;
    } catch (error) {
      log.error(
        { reason: error instanceof Error ? error.message : String(error) },
        "The supergraph cannot be served: the last good one stays",
      );
      return false;
    }
  };
  const follow = async (): Promise<void> => {
    await Promise.all(
      subgraphs.map(async ({ name }) => {
        const sdl = await readSdl(clients.get(name));
        if (sdl !== undefined) sdls.set(name, sdl);
        if (sdl === undefined && !away.has(name)) log.warn({ subgraph: name }, "A subgraph does not tell its schema: asking again");
        if (sdl === undefined) away.add(name);
        else away.delete(name);
      }),
    );
    const known = subgraphs.flatMap(({ name }) => {
      const sdl = sdls.get(name);
      return sdl === undefined ? [] : [{ name, sdl }];
    });
    const hash = hashOf(known);
    if (known.length < subgraphs.length || hash === seen) return;
    seen = hash;
    const supergraphSdl = compose(known, log);
    if (supergraphSdl === undefined || !swap({ hash, supergraphSdl })) return;
    log.info({ subgraphs: known.map(({ name }) => name) }, "Serving a new supergraph");
    await writeCachedSupergraph(cacheFile, { hash, supergraphSdl }).catch((error: Error) =>
      log.warn({ reason: error.message }, "The supergraph could not be kept on disk"),
    );
  };

  const cached = await readCachedSupergraph(cacheFile);
  if (cached && swap(cached)) seen = cached.hash;
  // With a supergraph to serve, a subgraph that is away or slow delays nothing.
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
    engine: () => engine as Engine,
    async stop() {
      stopping.abort();
      await polling;
      await Promise.all([...clients.values()].map((client) => client.close()));
    },
  };
}

const sdlRequest = {
  body: '{"query":"{_service{sdl}}"}',
  headers: ["content-type", "application/json"],
  isRepeatable: true,
  signal: undefined,
};

/** Asks a subgraph for its SDL; undefined when it is away. */
async function readSdl(client: SubgraphClient | undefined): Promise<string | undefined> {
  try {
    const reply = await client?.send(sdlRequest);
    const sdl: unknown = reply?.status === 200 ? JSON.parse(reply.body.toString())?.data?._service?.sdl : undefined;
    return typeof sdl === "string" ? sdl : undefined;
  } catch {
    return undefined;
  }
}
