import { type RegistryWatch, watchRegistry } from "@offergraph/service/registry/watch";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Manifest, manifestSchema } from "@offergraph/shared/schema/manifest";
import { z } from "zod";
import { newestFirst, type OfferedSchema, type PublishedSchema, schemaId } from "../published.js";
import { reasonOf } from "../read-subgraph.js";
import type { RefusedSchema } from "../select.js";
import type { ReplicaTable } from "./replica-table.js";

interface Options {
  natsUrl: string;
  signingKey: string;
  replicas: ReplicaTable;
  log: Logger;
  /** Called when the replicas or their schemas may have changed. */
  onChange(): void;
  /** Called when a process of a service has stored an SDL or manifest, often before the process is ready (see `RegistryListener`). */
  onStored(service: string, hash: string, read: () => Promise<string>): void;
}

export interface RegistryOffers {
  /** Schemas of each service, newest first. */
  readonly offers: ReadonlyMap<string, readonly PublishedSchema[]>;
  /** Schemas with an invalid manifest. */
  readonly refused: readonly RefusedSchema[];
}

const expiryCheckMs = 1_000;

/** Follows the schema registry: keeps the table of replicas up to date, and reads the schemas that the replicas serve. */
export class RegistrySource {
  readonly #watch: RegistryWatch;
  readonly #schemas = new Map<string, PublishedSchema | RefusedSchema>();
  readonly #timer: NodeJS.Timeout;
  #isConnected = false;
  /** True if all registrations have been read once. */
  isRead = false;
  /** Resolves when all registrations have been read once. */
  readonly firstRead: Promise<void>;

  constructor(readonly options: Options) {
    const { natsUrl, signingKey, replicas, log, onChange, onStored } = options;
    let onFirstRead = () => {};
    this.firstRead = new Promise((resolve) => {
      onFirstRead = resolve;
    });
    this.#watch = watchRegistry({
      url: natsUrl,
      signingKey,
      log,
      onEntry(entry) {
        if (replicas.put(entry)) onChange();
      },
      onLeave(key) {
        if (replicas.leave(key)) onChange();
      },
      onStored,
      onConnection: (isConnected) => {
        this.#isConnected = isConnected;
        // Treats all registrations as renewed, because replicas cannot renew their registrations while NATS is unavailable.
        replicas.renewAll(performance.now());
        if (!isConnected) return;
        this.isRead = true;
        onFirstRead();
        onChange();
      },
    });
    this.#timer = setInterval(() => {
      if (this.#isConnected && replicas.expire(performance.now())) onChange();
    }, expiryCheckMs).unref();
  }

  /** Returns the schemas of the ready replicas. Omits schemas that cannot be read at present. */
  async offers(): Promise<RegistryOffers> {
    const offers = new Map<string, PublishedSchema[]>();
    const refused: RefusedSchema[] = [];
    const offered = [...this.options.replicas.offers()].flatMap(([name, replicas]) =>
      newestFirst(replicas).map((schema) => ({ name, schema, key: keyOfSchema(name, schema) })),
    );
    const read = await Promise.all(offered.map(async ({ name, schema }) => ({ name, schema: await this.#read(name, schema) })));
    for (const { name, schema } of read) {
      if (schema && "reasons" in schema) refused.push(schema);
      else if (schema) offers.set(name, [...(offers.get(name) ?? []), schema]);
    }
    const used = new Set(offered.map(({ key }) => key));
    for (const key of this.#schemas.keys()) if (!used.has(key)) this.#schemas.delete(key);
    return { offers, refused };
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#watch.stop();
  }

  async #read(name: string, offered: OfferedSchema): Promise<PublishedSchema | RefusedSchema | undefined> {
    const key = keyOfSchema(name, offered);
    const { version, registeredAt, sdl: sdlHash, manifest: manifestHash } = offered;
    const known = this.#schemas.get(key);
    if (known) return "reasons" in known ? known : { ...known, version, registeredAt };
    const { log } = this.options;
    try {
      const [sdl, text] = await Promise.all([this.#watch.read(name, sdlHash), this.#watch.read(name, manifestHash)]);
      const { manifest, reasons } = parseManifest(text);
      const schema = { name, sdl, manifest, version, sdlHash, manifestHash, registeredAt };
      const read = reasons ? { schema, reasons } : schema;
      this.#schemas.set(key, read);
      return read;
    } catch (error) {
      log.warn({ subgraph: name, version, reason: reasonOf(error) }, "Failed to read a schema from the registry; retrying");
      setTimeout(this.options.onChange, expiryCheckMs).unref();
      return undefined;
    }
  }
}

function keyOfSchema(name: string, { sdl, manifest }: OfferedSchema): string {
  return `${name} ${schemaId({ sdlHash: sdl, manifestHash: manifest })}`;
}

const emptyManifest: Manifest = manifestSchema.parse({});

function parseManifest(text: string): { manifest: Manifest; reasons?: string[] } {
  try {
    const parsed = manifestSchema.safeParse(JSON.parse(text));
    return parsed.success
      ? { manifest: parsed.data }
      : { manifest: emptyManifest, reasons: [`Invalid manifest: ${z.prettifyError(parsed.error)}`] };
  } catch (error) {
    return { manifest: emptyManifest, reasons: [`Invalid manifest: ${reasonOf(error)}`] };
  }
}
