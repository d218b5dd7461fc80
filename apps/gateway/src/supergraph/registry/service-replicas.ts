import { expiryMs } from "@offergraph/service/registry/buckets";
import { keyOf, type RegistryEntry } from "@offergraph/service/registry/entry";
import type { SupergraphLimits } from "../limits.js";
import type { Rotation } from "../round-robin.js";
import { type Connections, connectTo, Replica } from "./replica.js";

/** True if a replica serves the schema of a request. */
export type Matches = (entry: RegistryEntry) => boolean;

/** Replicas of one service, and the URLs in SUBGRAPHS. */
export class ServiceReplicas {
  /** Increases with each change of the replicas. */
  revision = 0;
  readonly #replicas = new Map<string, Replica>();
  readonly #closing = new Set<Promise<void>>();

  constructor(
    readonly name: string,
    readonly fixed: Connections | undefined,
    readonly limits: SupergraphLimits,
  ) {}

  get ready(): RegistryEntry[] {
    return this.#of("ready").map(({ entry }) => entry);
  }

  get all(): RegistryEntry[] {
    return [...this.#replicas.values()].map(({ entry }) => entry);
  }

  /** Adds or renews a replica. Returns true if the schemas or URLs of the service may have changed. */
  put(entry: RegistryEntry): boolean {
    const known = this.#replicas.get(keyOf(entry));
    if (known) {
      known.seenAt = performance.now();
      // A renewal can arrive after the replica has left.
      if (known.state !== "expired") return false;
      known.state = "ready";
      return this.#changed();
    }
    const former = [...this.#replicas.values()].find((replica) => replica.entry.url === entry.url);
    // Ignores an entry of an older process, because a newer process has registered the same URL.
    if (former && former.entry.registeredAt > entry.registeredAt) return false;
    if (former) this.#replicas.delete(keyOf(former.entry));
    this.#replicas.set(keyOf(entry), former ? former.replaceBy(entry) : new Replica(entry, connectTo(this.name, entry.url, this.limits)));
    return this.#changed();
  }

  /**
   * Marks a replica that has left the registry. Until `closeLeft`, the replica still gets requests for its schema if no ready replica
   * serves the schema.
   */
  leave(key: string): boolean {
    const replica = this.#replicas.get(key);
    if (!replica || replica.state === "left") return false;
    replica.state = "left";
    return this.#changed();
  }

  /** Marks ready replicas as expired if they did not renew their registrations. Removes expired replicas while another replica is ready. */
  expire(now: number): boolean {
    const silent = this.#of("ready").filter(({ seenAt }) => now - seenAt > expiryMs);
    for (const replica of silent) replica.state = "expired";
    const isServed = this.#of("ready").length > 0;
    const expired = isServed ? this.#of("expired") : [];
    for (const replica of expired) this.#close(replica);
    return silent.length + expired.length > 0 && this.#changed();
  }

  /** Treats all registrations as renewed at `now`, for example after NATS was unavailable. */
  renewAll(now: number): void {
    for (const replica of this.#replicas.values()) replica.seenAt = now;
  }

  /** Marks a replica as unconfirmed, for example if its registration comes from the cache file. */
  putExpired(entry: RegistryEntry): void {
    this.put(entry);
    const replica = this.#replicas.get(keyOf(entry));
    if (replica) replica.state = "expired";
  }

  /** Closes the connections to replicas that have left. If no replica is ready, closes none, because these replicas may still respond. */
  closeLeft(keys: ReadonlySet<string>): void {
    if (this.#of("ready").length === 0) return;
    const left = this.#of("left").filter(({ entry }) => keys.has(keyOf(entry)));
    for (const replica of left) this.#close(replica);
    if (left.length > 0) this.#changed();
  }

  get left(): string[] {
    return this.#of("left").map(({ entry }) => keyOf(entry));
  }

  /**
   * Returns the replicas for a request. Replicas with the schema of the request get the requests in turn. Without such a replica, other
   * replicas get the requests, because a subgraph rejects an operation that does not fit its schema before executing it.
   */
  rotation(matches: Matches): Rotation<Connections> {
    const of = (replicas: readonly Replica[]) => replicas.map(({ connections }) => connections);
    const [ready, left, expired] = [this.#of("ready"), this.#of("left"), this.#of("expired")];
    const fit = (replicas: readonly Replica[]) => of(replicas.filter(({ entry }) => matches(entry)));
    const groups = [...[fit(ready), fit(left), this.fixed ? [this.fixed] : [], fit(expired)], ...[of(ready), of(left), of(expired)]];
    const first = groups.findIndex((group) => group.length > 0);
    const inTurn = groups[first] ?? [];
    const others = new Set(groups.slice(first + 1).flat());
    for (const one of inTurn) others.delete(one);
    return { inTurn, others: [...others] };
  }

  async close(): Promise<void> {
    for (const replica of this.#replicas.values()) this.#close(replica);
    await Promise.all([...this.#closing, this.fixed?.client.close(), this.fixed?.upstream.close()]);
  }

  #of(state: Replica["state"]): Replica[] {
    return [...this.#replicas.values()].filter((replica) => replica.state === state);
  }

  #changed(): true {
    this.revision += 1;
    return true;
  }

  #close(replica: Replica): void {
    this.#replicas.delete(keyOf(replica.entry));
    const closing = replica.close().finally(() => this.#closing.delete(closing));
    this.#closing.add(closing);
  }
}
