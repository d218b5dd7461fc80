import { setTimeout as wait } from "node:timers/promises";
import type { Logger } from "@offergraph/shared/log/logger";
import { type CachedSupergraph, writeCachedSupergraph } from "./cache-file.js";
import type { Composer } from "./composition/composer.js";
import { createEngineInSteps, type Engine } from "./engine.js";
import type { SupergraphLimits } from "./limits.js";
import { type Manifests, mergeManifests } from "./manifest.js";
import type { ExecutorName } from "./plan/run-plan.js";
import { hashOfSdls, hashOfSet, type PublishedSchema, schemaId } from "./published.js";
import { reasonOf } from "./read-subgraph.js";
import type { EngineSchemas, ReplicaTable } from "./registry/replica-table.js";
import { type ComposedSet, type Composition, type RefusedSchema, selectSchemas } from "./select.js";

/** Schemas of each subgraph, newest first, and schemas that the gateway refuses in any set. */
export interface Offers {
  readonly offers: ReadonlyMap<string, readonly PublishedSchema[]>;
  readonly refused: readonly RefusedSchema[];
}

interface Options {
  replicas: ReplicaTable;
  composer: Composer;
  /** Returns undefined if the supergraph cannot be composed yet. */
  readOffers(active: readonly PublishedSchema[]): Promise<Offers | undefined>;
  cacheFile: string;
  limits: SupergraphLimits;
  executor: ExecutorName;
  log: Logger;
}

interface Active extends ComposedSet {
  readonly engine: Engine;
  readonly manifests: Manifests;
  readonly schemas: EngineSchemas;
}

const maxRemembered = 64;
/** Maximum duration of a composition, and of the composition of an announced schema. */
const [composeMs, prepareMs] = [60_000, 10_000];
const retryMs = 30_000;

/** Serves the newest valid supergraph of the offered schemas. */
export class SupergraphUpdater {
  active: Active | undefined;
  refused: readonly RefusedSchema[] = [];
  /** Compositions by the hash of their SDLs. */
  readonly #compositions = new Map<string, Composition>();
  /** Running compositions by the same hash. */
  readonly #composing = new Map<string, Promise<Composition>>();
  #isPreparing = false;
  /** Reason for which the engine rejects a set, by the hash of the set. */
  readonly #unloadable = new Map<string, string>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #isOutdated = false;
  #cached = "";

  constructor(readonly options: Options) {}

  /** Serves a supergraph without composing it. Returns false if the supergraph is invalid. */
  async serve(composed: ComposedSet): Promise<boolean> {
    const { set, supergraphSdl, findings } = composed;
    const isServed = await this.#swap(composed);
    if (isServed) remember(this.#compositions, hashOfSdls(set), { supergraphSdl, findings });
    return isServed;
  }

  /** Reads the offered schemas, and replaces the supergraph if they changed. Never rejects. */
  update(): Promise<void> {
    this.#isOutdated = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /**
   * Composes the active supergraph with the next SDL of a subgraph, before a process with this SDL is ready. The supergraph then changes
   * without waiting for the composition. Composes only one SDL at a time and skips the others, because the SDLs are not signed. Never
   * rejects.
   */
  async prepare(name: string, sdlHash: string, readSdl: () => Promise<string>): Promise<void> {
    const set = this.active?.set ?? [];
    const isNew = set.some((one) => one.name === name && one.sdlHash !== sdlHash);
    if (!isNew || this.#isPreparing || this.#stopping.signal.aborted) return;
    this.#isPreparing = true;
    try {
      const sdl = await readSdl();
      const isManifest = sdl.startsWith("{");
      if (!isManifest)
        await this.#composeOnce(
          set.map((one) => (one.name === name ? { ...one, sdl, sdlHash } : one)),
          prepareMs,
        );
    } catch (error) {
      this.options.log.debug({ subgraph: name, reason: reasonOf(error) }, "Failed to compose an announced schema");
    } finally {
      this.#isPreparing = false;
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
    await Promise.allSettled(this.#composing.values());
  }

  async #run(): Promise<void> {
    while (this.#isOutdated && !this.#stopping.signal.aborted) {
      this.#isOutdated = false;
      try {
        await this.#updateOnce();
      } catch (error) {
        this.options.log.error({ err: error }, "Failed to update the supergraph; retrying");
        this.#retryLater();
      }
    }
  }

  async #updateOnce(): Promise<void> {
    const { replicas, readOffers } = this.options;
    // Replicas that leave from now on stay usable until the next update.
    const left = replicas.left();
    const found = await readOffers(this.active?.set ?? []);
    if (found) {
      const refused = await this.#replace(found.offers);
      this.#report([...found.refused, ...refused]);
    }
    replicas.closeLeft(left);
    await this.#writeCache();
  }

  async #replace(offers: Offers["offers"]): Promise<readonly RefusedSchema[]> {
    for (;;) {
      const before = this.active;
      const { chosen, refused } = await selectSchemas(offers, before?.set ?? [], (set) => this.#compose(set));
      if (!chosen) return refused;
      if (before && hashOfSet(before.set) === hashOfSet(chosen.set)) {
        // Only the version or the time of a registration may differ, which the status shows.
        this.active = { ...before, set: chosen.set };
        return refused;
      }
      if (await this.#swap(chosen)) {
        const versions = Object.fromEntries(chosen.set.map(({ name, version }) => [name, version ?? "polled"]));
        this.options.log.info({ subgraphs: versions }, "Serving a new supergraph");
        if (chosen.findings.length > 0) this.options.log.warn({ findings: chosen.findings }, "The supergraph has findings");
        return refused;
      }
    }
  }

  async #compose(set: readonly PublishedSchema[]): Promise<Composition> {
    const reason = this.#unloadable.get(hashOfSet(set)) ?? contradictionOf(set);
    if (reason !== undefined) return { errors: [reason] };
    try {
      return await this.#composeOnce(set, composeMs);
    } catch (error) {
      this.options.log.error({ err: error }, "Composition ended unexpectedly; retrying");
      this.#retryLater();
      return { errors: [`The composition ended unexpectedly: ${reasonOf(error)}`] };
    }
  }

  /**
   * Returns the result of an earlier or running composition of the same SDLs, or composes them. Also composes them if the running
   * composition fails, because an announced schema has less time.
   */
  async #composeOnce(set: readonly PublishedSchema[], timeoutMs: number): Promise<Composition> {
    const key = hashOfSdls(set);
    const running = this.#composing.get(key);
    const known = this.#compositions.get(key) ?? (running && (await running.catch(() => undefined)));
    if (known) return known;
    const { composer } = this.options;
    if (!this.active) return this.#remember(key, composer.composeNow(set));
    const composing = composer.compose(set, AbortSignal.any([this.#stopping.signal, AbortSignal.timeout(timeoutMs)]));
    this.#composing.set(key, composing);
    try {
      return this.#remember(key, await composing);
    } finally {
      this.#composing.delete(key);
    }
  }

  #remember(key: string, composition: Composition): Composition {
    remember(this.#compositions, key, composition);
    return composition;
  }

  async #swap(composed: ComposedSet): Promise<boolean> {
    const { set, supergraphSdl, findings } = composed;
    try {
      const manifests = mergeManifests(set);
      const { engine, schemas } = await this.#engineOf(composed);
      for (const { name, sdlHash } of set) schemas.set(name, (schemas.get(name) ?? new Set()).add(sdlHash));
      this.active = { set, supergraphSdl, findings, engine, manifests, schemas };
      this.options.replicas.serveManifests(set);
      return true;
    } catch (error) {
      remember(this.#unloadable, hashOfSet(set), reasonOf(error));
      this.options.log.error({ reason: reasonOf(error) }, "Failed to load a supergraph; using the last valid supergraph");
      return false;
    }
  }

  /** If only manifests or the layout of SDLs changed, returns the active engine with its caches. */
  async #engineOf({ set, supergraphSdl }: ComposedSet): Promise<Pick<Active, "engine" | "schemas">> {
    const { active } = this;
    if (active?.engine.supergraphSdl === supergraphSdl) return active;
    const { limits, log, executor, replicas } = this.options;
    const schemas: EngineSchemas = new Map(set.map(({ name, sdlHash }) => [name, new Set([sdlHash])]));
    const options = { supergraphSdl, limits, log, clients: replicas.clients(schemas), executor };
    return { engine: await createEngineInSteps(options), schemas };
  }

  /** Logs each refused schema once. */
  #report(refused: readonly RefusedSchema[]): void {
    const textOf = ({ schema, reasons }: RefusedSchema) => `${schema.name} ${schemaId(schema)} ${reasons.join()}`;
    const known = new Set(this.refused.map(textOf));
    for (const one of refused)
      if (!known.has(textOf(one))) {
        const { name, version } = one.schema;
        this.options.log.error({ subgraph: name, version, reasons: one.reasons }, "Refused a schema; using the last valid supergraph");
      }
    this.refused = refused;
  }

  #retryLater(): void {
    void wait(retryMs, undefined, { signal: this.#stopping.signal, ref: false }).then(
      () => this.update(),
      () => undefined,
    );
  }

  async #writeCache(): Promise<void> {
    if (!this.active) return;
    const { cacheFile, replicas, log } = this.options;
    const { set, supergraphSdl, findings } = this.active;
    const entries = replicas.entries();
    const state = `${hashOfSet(set)} ${JSON.stringify(entries)}`;
    if (state === this.#cached) return;
    this.#cached = state;
    const content: CachedSupergraph = {
      hash: hashOfSet(set),
      supergraphSdl,
      findings: [...findings],
      subgraphs: [...set],
      replicas: entries,
    };
    await writeCachedSupergraph(cacheFile, content).catch((error: Error) =>
      log.warn({ reason: error.message }, "Failed to cache the supergraph"),
    );
  }
}

/** Returns the reason for which the manifests of a set contradict each other. */
function contradictionOf(set: readonly PublishedSchema[]): string | undefined {
  try {
    mergeManifests(set);
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}

/** Adds an entry to a map, and removes the oldest entry of a large map. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > maxRemembered && oldest !== undefined) map.delete(oldest);
}
