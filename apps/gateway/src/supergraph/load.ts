import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { type CachedSupergraph, readCachedSupergraph, writeCachedSupergraph } from "./cache-file.js";
import { compose, hashOf } from "./compose.js";
import { createEngine, type Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import { createSubgraphClients, type SubgraphClient } from "./subgraph-client.js";

export interface LoadOptions {
  subgraphs: readonly { name: string; url: string }[];
  /** Cache of the last valid supergraph, so that the gateway starts while a subgraph is unavailable. */
  cacheFile: string;
  pollMs: number;
  log: Logger;
  limits: SupergraphLimits;
  /** Aborts waiting for the first supergraph. */
  signal?: AbortSignal;
}

export interface LoadedSupergraph {
  /** Returns the current engine; a request uses one engine throughout. */
  engine(): Engine;
  stop(): Promise<void>;
}

const firstPollMs = 250;

/**
 * Polls the subgraphs' SDL, recomposes after a change and replaces the engine. Keeps the last valid engine if composition fails or the
 * supergraph cannot be served. Resolves with the first engine, from the cache or from the subgraphs.
 */
export async function loadSupergraph({ subgraphs, cacheFile, pollMs, log, limits, signal }: LoadOptions): Promise<LoadedSupergraph> {
  // Shared by all engines, so that requests on an old engine can finish.
  const clients = createSubgraphClients(subgraphs, limits);
  const stopping = new AbortController();
  const sdls = new Map<string, string>();
  const away = new Set<string>();
  let engine: Engine | undefined;
  /** Hash of the last processed SDLs, valid or not. */
  let seen: string | undefined;

  const swap = (supergraph: CachedSupergraph): boolean => {
    try {
      engine = createEngine({ subgraphs, supergraphSdl: supergraph.supergraphSdl, limits, log, clients });
      return true;
    } catch (error) {
      log.error(
        { reason: error instanceof Error ? error.message : String(error) },
        "Supergraph cannot be served; keeping the last valid one",
      );
      return false;
    }
  };
  const follow = async (): Promise<void> => {
    await Promise.all(
      subgraphs.map(async ({ name }) => {
        const sdl = await readSdl(clients.get(name));
        if (sdl !== undefined) sdls.set(name, sdl);
        if (sdl === undefined && !away.has(name)) log.warn({ subgraph: name }, "Failed to fetch subgraph SDL; retrying");
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
      log.warn({ reason: error.message }, "Failed to cache the supergraph"),
    );
  };

  const cached = await readCachedSupergraph(cacheFile);
  if (cached && swap(cached)) seen = cached.hash;
  // A cached supergraph avoids waiting for unavailable or slow subgraphs.
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

/** Fetches a subgraph's SDL; undefined if it is unavailable. */
async function readSdl(client: SubgraphClient | undefined): Promise<string | undefined> {
  try {
    const reply = await client?.send(sdlRequest);
    const sdl: unknown = reply?.status === 200 ? JSON.parse(reply.body.toString())?.data?._service?.sdl : undefined;
    return typeof sdl === "string" ? sdl : undefined;
  } catch {
    return undefined;
  }
}
