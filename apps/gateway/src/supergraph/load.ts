import { type CachedSupergraph, readCachedSupergraph, readSupergraphFile } from "./cache-file.js";
import { createComposer } from "./composition/composer.js";
import type { Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import type { Manifests } from "./manifest.js";
import type { ExecutorName } from "./plan/run-plan.js";
import { ReplicaTable } from "./registry/replica-table.js";
import { type SourceOptions, startSources } from "./sources.js";
import { SupergraphUpdater } from "./updater.js";

export interface LoadOptions extends SourceOptions {
  /** File with a composed supergraph. If set, the gateway reads no schemas from the registry and does not poll. */
  supergraphFile?: string | undefined;
  cacheFile: string;
  limits: SupergraphLimits;
  executor?: ExecutorName;
  signal?: AbortSignal;
}

export type LoadedSupergraph = Awaited<ReturnType<typeof loadSupergraph>>;

/**
 * Loads the supergraph, and follows the changes of the subgraphs' schemas and replicas. After a failure, continues with the last valid
 * supergraph.
 */
export async function loadSupergraph(options: LoadOptions) {
  const { subgraphs, limits, log, cacheFile, executor = "compiled", supergraphFile } = options;
  if (supergraphFile === undefined) assertReachable(options);
  const replicas = new ReplicaTable(subgraphs, limits);
  const composer = createComposer();
  const cached = supergraphFile === undefined ? await readCachedSupergraph(cacheFile) : await readSupergraphFile(supergraphFile);
  const sources = supergraphFile === undefined ? startSources(options, replicas, () => updater) : undefined;
  const readOffers = sources?.readOffers ?? (async () => undefined);
  const updater: SupergraphUpdater = new SupergraphUpdater({ replicas, composer, readOffers, cacheFile, limits, executor, log });
  const stop = async () => {
    await sources?.stop();
    await updater.stop();
    await composer.stop();
    await replicas.close();
  };
  try {
    if (cached) await serveCached(cached, updater, replicas);
    await sources?.start(options.signal);
    if (!updater.active) throw new Error(`The supergraph in the file ${supergraphFile} is invalid.`);
  } catch (error) {
    await stop();
    throw error;
  }
  const active = () => updater.active as NonNullable<typeof updater.active>;
  return {
    /** Returns the current engine. Call this function only once per request, because the engine can be replaced during the request. */
    engine: (): Engine => active().engine,
    manifests: (): Manifests => active().manifests,
    /** Client for the routes of each service. */
    upstreams: replicas.upstreams,
    /** Describes the active schemas and the refused schemas. */
    status: () => ({
      subgraphs: active().set.map(({ name, version = null }) => ({ name, version, replicas: replicas.offers().get(name)?.length ?? 0 })),
      refused: updater.refused.map(({ schema: { name, version = null }, reasons }) => ({ subgraph: name, version, reasons })),
    }),
    stop,
  };
}

/** Throws an Error if the gateway could never get the schema of a subgraph. */
function assertReachable({ subgraphs, registry }: LoadOptions): void {
  const unknown = subgraphs.filter(({ url }) => url === undefined).map(({ name }) => name);
  if (registry || (unknown.length === 0 && subgraphs.length > 0)) return;
  throw new Error(
    subgraphs.length === 0
      ? "The gateway has no subgraphs. Set NATS_URL, SUBGRAPHS or SUPERGRAPH_FILE."
      : `SUBGRAPHS has no URL for: ${unknown.join(", ")}. Add the URLs, or set NATS_URL.`,
  );
}

async function serveCached(
  { subgraphs, replicas: entries, ...composed }: CachedSupergraph,
  updater: SupergraphUpdater,
  replicas: ReplicaTable,
): Promise<void> {
  if (await updater.serve({ ...composed, set: subgraphs })) for (const entry of entries) replicas.putExpired(entry);
}
