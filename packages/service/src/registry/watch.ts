import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { JetStreamManager } from "@nats-io/jetstream";
import type { Logger } from "@offergraph/shared/log/logger";
import { connectNats, type NatsSession } from "../messaging/connection.js";
import { managerOf } from "../messaging/streams.js";
import { abortable, backoff, sleep } from "../messaging/wait.js";
import { registryBucket, schemaBucket, streamOfBucket, subjectOfKey } from "./buckets.js";
import { entrySigner, hashOfContent, type RegistryEntry } from "./entry.js";

export interface RegistryListener {
  /** Called for a registration and for each renewal. */
  onEntry(entry: RegistryEntry): void;
  /** Called when a process has left the registry. `key` is `<service>.<instance>`. */
  onLeave(key: string): void;
  /**
   * Called when a process stores an SDL or manifest, often before the process is ready. `read` rejects if the text does not have the hash,
   * or is longer than 4 MiB. The text is not signed.
   */
  onStored?(service: string, hash: string, read: () => Promise<string>): void;
  /** Called with true after all registrations have been read, and with false when NATS disconnects. */
  onConnection(isConnected: boolean): void;
}

export interface RegistryWatch {
  /** Reads an SDL or manifest. Rejects if NATS is unavailable or the registry does not have the text. */
  read(service: string, hash: string): Promise<string>;
  stop(): Promise<void>;
}

interface Options extends RegistryListener {
  url: string;
  signingKey: string;
  log: Logger;
}

const decompress = promisify(gunzip);
const maxContentBytes = 64 * 1024 * 1024;
const maxAnnouncedBytes = 4 * 1024 * 1024;
const decoder = new TextDecoder();

/**
 * Watches the registry, and reconnects to NATS after each loss of the connection. Subscribes to the bucket's subjects instead of creating a
 * consumer, so that the gateway's NATS user needs no permission to write.
 */
export function watchRegistry({ url, signingKey, log, ...listener }: Options): RegistryWatch {
  const nats = connectNats({ url, name: "offergraph-gateway", log });
  const signer = entrySigner(signingKey);
  const stopping = new AbortController();
  const prefix = subjectOfKey(registryBucket, "");
  let forged = 0;

  const take = (subject: string, operation: string | undefined, data: Uint8Array) => {
    const key = subject.slice(prefix.length);
    if (operation === "DEL" || operation === "PURGE") return listener.onLeave(key);
    const entry = signer.open(decoder.decode(data), key);
    if (entry) return listener.onEntry(entry);
    forged += 1;
    if (forged === 1) log.error({ key }, "Ignoring a registration without a valid signature");
  };
  const takeStored = (subject: string, data: Uint8Array) => {
    const [service = "", hash = ""] = subject.slice(subjectOfKey(schemaBucket, "").length).split(".");
    listener.onStored?.(service, hash, () => readText(data, hash, maxAnnouncedBytes));
  };
  const follow = async ({ connection, lost }: NatsSession) => {
    const texts = connection.subscribe(subjectOfKey(schemaBucket, ">"), {
      callback(error, message) {
        if (error) log.error({ reason: error.message }, "Cannot subscribe to the texts of the schema registry");
        else takeStored(message.subject, message.data);
      },
    });
    const subscription = connection.subscribe(subjectOfKey(registryBucket, ">"), {
      callback(error, message) {
        if (error) log.error({ reason: error.message }, "Cannot subscribe to the schema registry");
        else take(message.subject, message.headers?.get("KV-Operation"), message.data);
      },
    });
    try {
      await connection.flush();
      // Reads all registrations only after the subscription has started, so that no registration is missed.
      await readAll(await managerOf(connection), take);
      listener.onConnection(true);
      await abortable(new Promise<void>((resolve) => lost.addEventListener("abort", () => resolve(), { once: true })), stopping.signal);
    } finally {
      subscription.unsubscribe();
      texts.unsubscribe();
      listener.onConnection(false);
    }
  };
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await follow(await nats.waitForConnection(stopping.signal));
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "Cannot read the schema registry; retrying");
        await sleep(backoff(failures, 100, 2_000), stopping.signal);
      }
    }
  };
  const running = run();

  return {
    async read(service, hash) {
      const session = nats.current();
      if (!session) throw new Error("NATS is unavailable");
      const { streams } = await managerOf(session.connection);
      const subject = subjectOfKey(schemaBucket, `${service}.${hash}`);
      const message = await streams.getMessage(streamOfBucket(schemaBucket), { last_by_subj: subject });
      if (!message) throw new Error(`The schema registry has no text with the hash ${hash}`);
      return readText(message.data, hash, maxContentBytes);
    },
    async stop() {
      stopping.abort();
      await running;
      await nats.close();
    },
  };
}

async function readText(data: Uint8Array, hash: string, maxBytes: number): Promise<string> {
  const text = (await decompress(data, { maxOutputLength: maxBytes })).toString();
  if (hashOfContent(text) !== hash) throw new Error(`The text in the schema registry does not have the hash ${hash}`);
  return text;
}

/** Reads the last message of each key. */
async function readAll(
  { streams }: JetStreamManager,
  take: (subject: string, operation: string | undefined, data: Uint8Array) => void,
): Promise<void> {
  const stream = streamOfBucket(registryBucket);
  const { state } = await streams.info(stream, { subjects_filter: subjectOfKey(registryBucket, ">") });
  for (const subject of Object.keys(state.subjects ?? {})) {
    const message = await streams.getMessage(stream, { last_by_subj: subject });
    // The message may have expired since the list was read.
    if (message) take(subject, message.header.get("KV-Operation"), message.data);
  }
}
