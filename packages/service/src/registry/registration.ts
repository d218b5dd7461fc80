import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { type JetStreamClient, jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import type { NatsClient, NatsSession } from "../messaging/connection.js";
import { backoff, sleep } from "../messaging/wait.js";
import { heartbeatMs, registryBucket, renewSchemasMs, schemaBucket, subjectOfKey } from "./buckets.js";
import { entrySigner, hashOfContent, keyOf, type RegistryEntry } from "./entry.js";

export interface RegistrationOptions {
  nats: NatsClient;
  signingKey: string;
  replica: Omit<RegistryEntry, "sdl" | "manifest">;
  /** Texts of the SDL and of the manifest (JSON). */
  sdl: string;
  manifest: string;
  log: Logger;
}

export interface Registration {
  /** True if the registry has the process. Stays true while NATS is unavailable, because gateways then keep the replicas that they know. */
  isRegistered(): boolean;
  /** Removes the process from the registry. Never rejects. */
  stop(): Promise<void>;
}

const compress = promisify(gzip);
const timeoutMs = 2_000;

async function storeText(js: JetStreamClient, service: string, text: string): Promise<void> {
  const subject = subjectOfKey(schemaBucket, `${service}.${hashOfContent(text)}`);
  await js.publish(subject, await compress(text), { timeout: timeoutMs });
}

/**
 * Stores the SDL of a service before its process is ready, so that gateways can already compose a supergraph with the SDL. Never rejects,
 * because the registration stores the SDL again.
 */
export async function announceSchema(
  { nats, service, log }: Pick<RegistrationOptions, "nats" | "log"> & { service: string },
  sdl: string,
): Promise<void> {
  try {
    const { connection } = await nats.waitForConnection(AbortSignal.timeout(timeoutMs));
    await storeText(jetstream(connection), service, sdl);
  } catch (error) {
    log.debug({ reason: (error as Error).message }, "cannot announce the schema; the registration stores the schema later");
  }
}

/** Registers a process, and renews the registration until `stop` is called. */
export function startRegistration({ nats, signingKey, replica, sdl, manifest, log }: RegistrationOptions): Registration {
  const stopping = new AbortController();
  const entry: RegistryEntry = { ...replica, sdl: hashOfContent(sdl), manifest: hashOfContent(manifest) };
  const subject = subjectOfKey(registryBucket, keyOf(entry));
  const text = entrySigner(signingKey).sign(entry);
  let isRegistered = false;

  const storeSchemas = async (js: JetStreamClient) => {
    for (const text of [sdl, manifest]) await storeText(js, entry.service, text);
  };
  /**
   * Renews the registration until NATS disconnects. After each new connection, stores the SDL and the manifest again, because the NATS
   * server may have lost its data.
   */
  const renew = async ({ connection, lost }: NatsSession) => {
    const js = jetstream(connection);
    const ended = AbortSignal.any([stopping.signal, lost]);
    for (let storedAt = Number.NEGATIVE_INFINITY; !ended.aborted; await sleep(heartbeatMs, ended)) {
      if (performance.now() - storedAt > renewSchemasMs) {
        await storeSchemas(js);
        storedAt = performance.now();
      }
      await js.publish(subject, text, { timeout: timeoutMs });
      if (!isRegistered) log.info({ version: entry.version, url: entry.url }, "registered in the schema registry");
      isRegistered = true;
    }
  };
  const run = async () => {
    for (let failures = 0; !stopping.signal.aborted; ) {
      try {
        await renew(await nats.waitForConnection(stopping.signal));
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "cannot register in the schema registry; retrying");
        await sleep(backoff(failures, 100, heartbeatMs), stopping.signal);
      }
    }
  };
  const running = run();

  return {
    isRegistered: () => isRegistered,
    async stop() {
      stopping.abort();
      await running;
      isRegistered = false;
      const deletion = headers();
      deletion.set("KV-Operation", "DEL");
      const session = nats.current();
      await (session && jetstream(session.connection).publish(subject, "", { headers: deletion, timeout: timeoutMs }))?.catch(
        (error: unknown) => log.warn({ reason: (error as Error).message }, "cannot leave the schema registry; the registration expires"),
      );
    },
  };
}
