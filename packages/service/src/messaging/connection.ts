import { setMaxListeners } from "node:events";
import { type ConnectionOptions, connect, createInbox, type NatsConnection } from "@nats-io/transport-node";
import type { Logger } from "@offergraph/shared/log/logger";
import { inboxPrefixOf, replyPrefixOf } from "./permissions.js";
import { AbortError, abortable, backoff, sleep } from "./wait.js";

/** One connection to NATS. After `lost` aborts, callers must wait for the next session and start again. */
export interface NatsSession {
  readonly connection: NatsConnection;
  readonly lost: AbortSignal;
}

/** Client that reconnects to NATS after each loss of the connection. */
export interface NatsClient {
  isConnected(): boolean;
  current(): NatsSession | undefined;
  /** Waits until the client is connected to NATS. Rejects with AbortError if the signal aborts first. */
  waitForConnection(signal: AbortSignal): Promise<NatsSession>;
  close(): Promise<void>;
}

/**
 * Connects to NATS, and reconnects after each loss of the connection. `url` has one or more addresses `nats://[user:password@ |
 * token@]host:port`, separated by commas. If the URL has a user, replies arrive at `_INBOX_<user>.>`.
 */
export function connectNats({ url, name, log }: { url: string; name: string; log: Logger }): NatsClient {
  const stop = new AbortController();
  const waiting = new Set<(session: NatsSession) => void>();
  let session: NatsSession | undefined;
  setMaxListeners(0, stop.signal);

  const run = async () => {
    for (let failures = 0; !stop.signal.aborted; ) {
      try {
        const options = natsOptions(url);
        const connection = await connect({
          ...options,
          name,
          timeout: 5_000,
          reconnect: false,
          pingInterval: 10_000,
          noAsyncTraces: true,
        });
        if (options.user) users.set(connection, options.user);
        failures = 0;
        const lost = new AbortController();
        setMaxListeners(0, lost.signal);
        session = { connection, lost: lost.signal };
        log.info({ server: connection.getServer() }, "connected to NATS");
        for (const notify of waiting) notify(session);
        waiting.clear();
        await abortable(connection.closed(), stop.signal).catch(() => end(connection));
        session = undefined;
        lost.abort();
        if (!stop.signal.aborted) log.warn("lost the connection to NATS; reconnecting");
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "cannot connect to NATS; retrying");
        await sleep(backoff(failures, 100, 1_000), stop.signal);
      }
    }
  };
  const done = run();

  return {
    isConnected: () => session !== undefined,
    current: () => session,
    async waitForConnection(signal) {
      if (signal.aborted || stop.signal.aborted) throw new AbortError();
      if (session) return session;
      let notify: (session: NatsSession) => void = () => undefined;
      const next = new Promise<NatsSession>((resolve) => {
        notify = resolve;
        waiting.add(notify);
      });
      const closed = new AbortController();
      const close = () => closed.abort();
      for (const each of [signal, stop.signal]) each.addEventListener("abort", close, { once: true });
      try {
        return await abortable(next, closed.signal);
      } finally {
        waiting.delete(notify);
        for (const each of [signal, stop.signal]) each.removeEventListener("abort", close);
      }
    },
    async close() {
      stop.abort();
      await done;
    },
  };
}

async function end(connection: NatsConnection): Promise<void> {
  await Promise.race([connection.drain().catch(() => undefined), sleep(1_000, new AbortController().signal)]);
  await connection.close();
}

const users = new WeakMap<NatsConnection, string>();

/** Creates a subject on which the NATS server replies. Only the connection's user may subscribe to the reply subject. */
export function inboxOf(connection: NatsConnection): string {
  const user = users.get(connection);
  return createInbox(user && inboxPrefixOf(user));
}

/** Creates a subject to which another service can send a reply. */
export function replySubjectOf(connection: NatsConnection): string {
  const user = users.get(connection);
  return createInbox(user && replyPrefixOf(user));
}

export function natsOptions(url: string): Pick<ConnectionOptions, "servers" | "user" | "pass" | "token" | "inboxPrefix"> {
  const urls = url.split(",").map((one) => new URL(one.includes("://") ? one.trim() : `nats://${one.trim()}`));
  const servers = urls.map(({ protocol, host }) => `${protocol}//${host}`);
  const [first] = urls;
  if (!first?.username) return { servers };
  const user = decodeURIComponent(first.username);
  if (!first.password) return { servers, token: user };
  return { servers, user, pass: decodeURIComponent(first.password), inboxPrefix: inboxPrefixOf(user) };
}
