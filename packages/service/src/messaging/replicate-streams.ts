import { JetStreamApiError } from "@nats-io/jetstream";
import { type NatsConnection, TimeoutError } from "@nats-io/transport-node";
import { managerOf } from "./streams.js";
import { sleep } from "./wait.js";

/** API errors while a cluster elects a leader or waits for its servers: no suitable peers, temporarily unavailable, not leader. */
const temporary = new Set([10005, 10008, 10009]);

const isOurs = (stream: string) => /^(KV_)?offergraph_/.test(stream);

/**
 * Sets the number of replicas of all streams of Offergraph, including the streams of key-value buckets. Reads each stream separately, because
 * a list of streams omits a stream whose leader does not respond.
 */
export async function replicateStreams(connection: NatsConnection, replicas: number): Promise<void> {
  const { streams } = await managerOf(connection);
  for await (const name of streams.names()) {
    if (!isOurs(name)) continue;
    const { config } = await streams.info(name);
    if (config.num_replicas !== replicas) await streams.update(name, { num_replicas: replicas });
  }
}

/** Repeats `work` until a new cluster has a leader and enough servers. Rejects with other errors, and with any error after the timeout. */
export async function whenClusterIsReady(work: () => Promise<void>, timeout: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (!isTemporary(error) || timeout.aborted) throw error;
      await sleep(500, timeout);
    }
  }
}

function isTemporary(error: unknown): boolean {
  return error instanceof JetStreamApiError ? temporary.has(error.code) : error instanceof TimeoutError;
}
