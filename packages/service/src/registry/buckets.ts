import { DiscardPolicy } from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { ensure } from "../messaging/streams.js";

/** Key-value bucket with one key `<service>.<instance>` for each running process. */
export const registryBucket = "offergraph_registry";
/** Key-value bucket with the SDLs and manifests, compressed, under the keys `<service>.<hash>`. */
export const schemaBucket = "offergraph_schemas";

export const streamOfBucket = (bucket: string): string => `KV_${bucket}`;
export const subjectOfKey = (bucket: string, key: string): string => `$KV.${bucket}.${key}`;

/** Interval at which a process renews its registration. */
export const heartbeatMs = 3_000;
/** Time without a renewal after which a gateway prefers other processes. */
export const expiryMs = 10_000;
/** Interval at which a process stores its SDL and manifest again. */
export const renewSchemasMs = 600_000;

const megabyte = 1024 * 1024;
const buckets = [
  { name: registryBucket, ttlMs: 30_000, maxBytes: 16 * megabyte },
  { name: schemaBucket, ttlMs: 3_600_000, maxBytes: 256 * megabyte },
];

/**
 * Creates or updates the buckets of the registry. The streams have the layout of NATS key-value buckets. The streams do not allow the
 * header `Nats-Rollup`, with which a service could delete the keys of other services.
 */
export async function ensureRegistry(connection: NatsConnection): Promise<void> {
  for (const { name, ttlMs, maxBytes } of buckets)
    await ensure(connection, streamOfBucket(name), {
      subjects: [subjectOfKey(name, ">")],
      discard: DiscardPolicy.New,
      max_age: nanos(ttlMs),
      max_bytes: maxBytes,
      max_msgs_per_subject: 1,
      duplicate_window: nanos(ttlMs),
      deny_delete: true,
    });
}
