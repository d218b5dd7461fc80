import type { RegistryEntry } from "@offergraph/service/registry/entry";
import { createUpstreams, type Upstream } from "../../proxy/upstreams.js";
import type { SupergraphLimits } from "../limits.js";
import { createSubgraphClients, type SubgraphClient } from "../subgraph-client.js";

/** `expired`: the replica has not renewed its registration. `left`: the replica stops soon, but still finishes requests. */
export type ReplicaState = "ready" | "left" | "expired";

/** Process of a service that is registered in the schema registry, with the gateway's connections to the process. */
export class Replica {
  state: ReplicaState = "ready";
  seenAt = performance.now();
  #isHandedOver = false;

  constructor(
    readonly entry: RegistryEntry,
    readonly connections: Connections,
  ) {}

  /** Returns a replica for another process at the same URL, which uses the same connections. */
  replaceBy(entry: RegistryEntry): Replica {
    this.#isHandedOver = true;
    return new Replica(entry, this.connections);
  }

  /** Finishes the requests to the replica, and closes the connections. */
  async close(): Promise<void> {
    const { client, upstream } = this.connections;
    if (!this.#isHandedOver) await Promise.all([client.close(), upstream.close()]);
  }
}

/** Connections to one or more URLs of a service: for GraphQL requests, and for requests to the service's routes. */
export interface Connections {
  readonly client: SubgraphClient;
  readonly upstream: Upstream;
}

/** Creates the connections to a service. `url` contains the URLs of all replicas, separated by "|". */
export function connectTo(name: string, url: string, limits: SupergraphLimits): Connections {
  const list = [{ name, url }];
  const [client, upstream] = [createSubgraphClients(list, limits).get(name), createUpstreams(list, limits).get(name)];
  if (!client || !upstream) throw new Error(`Invariant violated: no connections to the service ${name}.`);
  return { client, upstream };
}
