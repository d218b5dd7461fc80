import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { createPollingSource } from "./polling-source.js";
import type { PublishedSchema } from "./published.js";
import { RegistrySource } from "./registry/registry-source.js";
import type { ReplicaTable } from "./registry/replica-table.js";
import type { Offers, SupergraphUpdater } from "./updater.js";

export interface SourceOptions {
  /**
   * The gateway polls each subgraph that has a URL in this list and no ready replica in the registry. At the first start, the gateway waits
   * for all subgraphs.
   */
  subgraphs: readonly { name: string; url?: string | undefined }[];
  /** Without a registry, the gateway only polls. */
  registry?: { natsUrl: string; signingKey: string } | undefined;
  pollMs: number;
  log: Logger;
}

const firstPollMs = 250;
const registryTimeoutMs = 5_000;

/** Starts to follow the schemas of the subgraphs: in the registry, and with polling. */
export function startSources(
  { subgraphs, registry, pollMs, log }: SourceOptions,
  replicas: ReplicaTable,
  updater: () => SupergraphUpdater,
) {
  const stopping = new AbortController();
  const isPolled = (name: string) => !replicas.hasReady(name);
  const activeSchema = (name: string) => updater().active?.set.find((one) => one.name === name);
  const polling = createPollingSource({
    subgraphs: subgraphs.flatMap(({ name }) => {
      const client = replicas.fixedClient(name);
      return client ? [{ name, client }] : [];
    }),
    lastManifest: (name) => activeSchema(name)?.manifest,
    log,
  });
  const onChange = () => void updater().update();
  const onStored = (service: string, hash: string, read: () => Promise<string>) => void updater().prepare(service, hash, read);
  const source = registry && new RegistrySource({ ...registry, replicas, log, onChange, onStored });
  let polls: Promise<void> | undefined;
  let waitsFor = "";
  /** Subgraphs in SUBGRAPHS, and subgraphs that have registered since the start. */
  const seen = new Set(subgraphs.map(({ name }) => name));

  const pollForever = async () => {
    for (let isFirst = true; !stopping.signal.aborted; isFirst = false) {
      if (!isFirst) await wait(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (!stopping.signal.aborted && (await polling.poll(isPolled))) await updater().update();
    }
  };
  /** Returns undefined if the gateway has no supergraph yet, and a subgraph is missing. */
  const readOffers = async (active: readonly PublishedSchema[]): Promise<Offers | undefined> => {
    const registered = (await source?.offers()) ?? { offers: new Map<string, PublishedSchema[]>(), refused: [] };
    for (const name of registered.offers.keys()) seen.add(name);
    // After a restart, drops subgraphs of the cache file that are neither in SUBGRAPHS nor in the registry. If SUBGRAPHS is empty, drops
    // no subgraphs.
    const isRemoved = (name: string) => subgraphs.length > 0 && (source?.isRead ?? true) && !seen.has(name);
    const kept = active.map(({ name }) => name).filter((name) => !isRemoved(name));
    const names = new Set([...seen, ...kept]);
    const offers = new Map<string, readonly PublishedSchema[]>();
    const missing: string[] = [];
    for (const name of names) {
      const other = polling.offers.get(name) ?? active.find((one) => one.name === name);
      const schemas = registered.offers.get(name) ?? (other && [other]);
      if (schemas) offers.set(name, schemas);
      else missing.push(name);
    }
    const isComplete = missing.length === 0 && (source?.isRead ?? true);
    if (!isComplete && active.length === 0 && waitsFor !== missing.join()) {
      waitsFor = missing.join();
      log.info({ subgraphs: missing }, "Waiting for subgraphs");
    }
    return offers.size > 0 && (isComplete || active.length > 0) ? { offers, refused: registered.refused } : undefined;
  };

  return {
    readOffers,
    /** Resolves when the gateway has a supergraph. Without a supergraph in the cache file, waits for the subgraphs. */
    async start(signal: AbortSignal | undefined): Promise<void> {
      const options = signal ? { signal } : {};
      // Waits for the registered replicas, because a gateway that starts with a supergraph from the cache file sends requests to them.
      if (source) await Promise.race([source.firstRead, wait(registryTimeoutMs, undefined, { ...options, ref: false })]);
      while (!updater().active) {
        await polling.poll(isPolled);
        await updater().update();
        if (!updater().active) await wait(Math.min(firstPollMs, pollMs), undefined, options);
      }
      if (subgraphs.some(({ url }) => url !== undefined)) polls = pollForever();
    },
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([source?.stop(), polls]);
    },
  };
}
