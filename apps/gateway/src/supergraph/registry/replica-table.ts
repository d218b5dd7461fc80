import type { RegistryEntry } from "@offergraph/service/registry/entry";
import type { Upstream } from "../../proxy/upstreams.js";
import type { SupergraphLimits } from "../limits.js";
import type { OfferedSchema, PublishedSchema } from "../published.js";
import { type Rotation, rotate } from "../round-robin.js";
import type { SubgraphClient, SubgraphClients } from "../subgraph-client.js";
import { type Connections, connectTo } from "./replica.js";
import { type Matches, ServiceReplicas } from "./service-replicas.js";

/** Maps each subgraph of an engine to hashes of SDLs. Replicas that serve one of these SDLs get the engine's requests first. */
export type EngineSchemas = Map<string, Set<string>>;

/** The replicas of all services, and the clients that choose a replica for each request. */
export class ReplicaTable {
  readonly #services = new Map<string, ServiceReplicas>();
  readonly #upstreams = new Map<string, Upstream>();
  /** Hash of the active manifest of each service. */
  #manifests = new Map<string, string>();

  constructor(
    subgraphs: readonly { name: string; url?: string | undefined }[],
    readonly limits: SupergraphLimits,
  ) {
    for (const { name, url } of subgraphs) this.#add(name, url === undefined ? undefined : connectTo(name, url, limits));
  }

  /** Adds or renews a replica. Returns true if a schema or URL may have changed. */
  put(entry: RegistryEntry): boolean {
    return this.#service(entry.service).put(entry);
  }

  putExpired(entry: RegistryEntry): void {
    this.#service(entry.service).putExpired(entry);
  }

  /** `key` is `<service>.<instance>`. */
  leave(key: string): boolean {
    return this.#services.get(key.slice(0, key.indexOf(".")))?.leave(key) ?? false;
  }

  expire(now: number): boolean {
    return [...this.#services.values()].map((service) => service.expire(now)).some(Boolean);
  }

  renewAll(now: number): void {
    for (const service of this.#services.values()) service.renewAll(now);
  }

  /** Returns the keys of the replicas that have left. */
  left(): ReadonlySet<string> {
    return new Set([...this.#services.values()].flatMap((service) => service.left));
  }

  closeLeft(keys: ReadonlySet<string>): void {
    for (const service of this.#services.values()) service.closeLeft(keys);
  }

  /** Returns the schemas of the ready replicas, by service. */
  offers(): Map<string, OfferedSchema[]> {
    return new Map([...this.#services].map(([name, { ready }]) => [name, ready] as const).filter(([, ready]) => ready.length > 0));
  }

  hasReady(name: string): boolean {
    return (this.#services.get(name)?.ready.length ?? 0) > 0;
  }

  entries(): RegistryEntry[] {
    return [...this.#services.values()].flatMap((service) => service.all);
  }

  /** Returns a client that sends requests only to the subgraph's URLs in SUBGRAPHS, even if replicas have registered. */
  fixedClient(name: string): SubgraphClient | undefined {
    return this.#services.get(name)?.fixed?.client;
  }

  /** Returns the clients of an engine. The clients prefer replicas that serve one of the SDLs in `schemas`. */
  clients(schemas: EngineSchemas): SubgraphClients {
    const clients = new Map<string, SubgraphClient>();
    for (const name of schemas.keys()) {
      const rotation = this.#rotation(name, ({ sdl }) => schemas.get(name)?.has(sdl) ?? false);
      clients.set(name, { send: rotate(() => rotation().client), close: async () => undefined });
    }
    return clients;
  }

  /** Sets the manifests whose routes the gateway serves. */
  serveManifests(set: readonly Pick<PublishedSchema, "name" | "manifestHash">[]): void {
    this.#manifests = new Map(set.map(({ name, manifestHash }) => [name, manifestHash]));
  }

  /** Returns the client for the routes of a service. */
  readonly upstreams = {
    get: (name: string): Upstream | undefined => {
      const known = this.#upstreams.get(name);
      if (known || !this.#services.has(name)) return known;
      const rotation = this.#rotation(name, ({ manifest }) => this.#manifests.get(name) === manifest);
      const upstream: Upstream = { send: rotate(() => rotation().upstream), close: async () => undefined };
      this.#upstreams.set(name, upstream);
      return upstream;
    },
  };

  async close(): Promise<void> {
    await Promise.all([...this.#services.values()].map((service) => service.close()));
  }

  /** Returns a function that returns the replicas for a request. The function caches its result until replicas or manifests change. */
  #rotation(name: string, matches: Matches) {
    let known: { revision: number; manifests: object; client: Rotation<SubgraphClient>; upstream: Rotation<Upstream> } | undefined;
    const service = this.#service(name);
    return () => {
      if (known?.revision !== service.revision || known.manifests !== this.#manifests) {
        const { inTurn, others } = service.rotation(matches);
        const each = <Key extends keyof Connections>(key: Key): Rotation<Connections[Key]> => ({
          inTurn: inTurn.map((one) => one[key]),
          others: others.map((one) => one[key]),
        });
        known = { revision: service.revision, manifests: this.#manifests, client: each("client"), upstream: each("upstream") };
      }
      return known;
    };
  }

  #service(name: string): ServiceReplicas {
    return this.#services.get(name) ?? this.#add(name, undefined);
  }

  #add(name: string, fixed: Connections | undefined): ServiceReplicas {
    const service = new ServiceReplicas(name, fixed, this.limits);
    this.#services.set(name, service);
    return service;
  }
}
