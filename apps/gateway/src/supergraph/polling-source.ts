import type { Logger } from "@offergraph/shared/log/logger";
import type { Manifest } from "@offergraph/shared/schema/manifest";
import type { PublishedSubgraph } from "./manifest.js";
import { type PublishedSchema, polledSchema } from "./published.js";
import { reasonOf, subgraphReader } from "./read-subgraph.js";
import type { SubgraphClient } from "./subgraph-client.js";

interface Options {
  subgraphs: readonly { name: string; client: SubgraphClient }[];
  /** Returns the subgraph's manifest in the active supergraph. Used until the first successful poll of the subgraph. */
  lastManifest(name: string): Manifest | undefined;
  log: Logger;
}

/** Fetches the SDLs and manifests of the subgraphs with a URL in SUBGRAPHS. */
export function createPollingSource({ subgraphs, lastManifest, log }: Options) {
  const readers = subgraphs.map(({ name, client }) => ({ name, read: subgraphReader(name, client, log) }));
  const read = new Map<string, PublishedSubgraph>();
  const schemas = new Map<string, PublishedSchema>();
  const away = new Set<string>();
  return {
    offers: schemas as ReadonlyMap<string, PublishedSchema>,
    /** Polls the subgraphs for which `isWanted` is true. Returns true if an SDL or manifest changed. */
    async poll(isWanted: (name: string) => boolean): Promise<boolean> {
      const changes = await Promise.all(
        readers
          .filter(({ name }) => isWanted(name))
          .map(async (reader) => {
            const { name } = reader;
            try {
              const published = await reader.read(read.get(name)?.manifest ?? lastManifest(name));
              away.delete(name);
              // The reader returns the same object if nothing changed.
              if (read.get(name) === published) return false;
              read.set(name, published);
              schemas.set(name, polledSchema(published));
              return true;
            } catch (error) {
              if (!away.has(name)) log.warn({ subgraph: name, reason: reasonOf(error) }, "Failed to fetch SDL and manifest; retrying");
              away.add(name);
              return false;
            }
          }),
      );
      return changes.some(Boolean);
    },
  };
}
