import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
  type StreamUpdateConfig,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";
import { deadLetterDays, streamDays } from "./retention.js";

/** A consumer that is stopped for longer than `maxAgeDays` misses events. */
export interface StreamSettings {
  /** Maximum age in days; defaults to `streamDays`. */
  maxAgeDays?: number;
  /** Maximum size in bytes; unlimited by default. A full stream rejects new events, which then wait in the outbox. */
  maxBytes?: number;
  /** Replicas in a NATS cluster; defaults to 1. */
  replicas?: number;
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
/**
 * NATS drops a duplicate of an event within this time. The inbox tables of consumers detect later duplicates. NATS keeps the ids of all
 * events of this time in memory, so the time is short.
 */
const duplicateWindow = nanos(10 * minute);
const noSuchStream = 10059;

/** True if a stream does not exist, for example before the first start of its producer. */
export function isWithoutStream(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === noSuchStream;
}

export const streamOf = (service: string): string => `offergraph_${service}`;
export const deadLetterStream = "offergraph_dead_letters";
export const deadLetterSubject = (service: string, consumer: string): string => `offergraph.dead_letters.${service}.${consumer}`;
const deadLetterSubjects = "offergraph.dead_letters.>";

/**
 * Creates the stream of a producing service if the stream does not exist. The stream has file storage and the subjects
 * `offergraph.<service>.>`. Does not change an existing stream, because services have no permission to change streams, and because a
 * service of a different version may use the stream.
 */
export async function ensureStream(connection: NatsConnection, service: string, settings: StreamSettings = {}): Promise<void> {
  await findOrAdd(connection, streamOf(service), configOf(service, settings));
}

/** Creates the dead-letter stream if it does not exist. */
export async function ensureDeadLetterStream(connection: NatsConnection): Promise<void> {
  await findOrAdd(connection, deadLetterStream, deadLetterConfig);
}

/** Creates or updates the streams of `services` and the dead-letter stream. Requires the administrator's credentials. */
export async function ensureStreams(connection: NatsConnection, services: readonly string[]): Promise<void> {
  for (const service of services) await ensure(connection, streamOf(service), configOf(service));
  await ensure(connection, deadLetterStream, deadLetterConfig);
}

const configOf = (service: string, settings: StreamSettings = {}) => eventConfig([`offergraph.${service}.>`], settings);

function eventConfig(subjects: string[], settings: StreamSettings): Partial<StreamUpdateConfig> {
  return {
    subjects,
    discard: DiscardPolicy.New,
    max_age: nanos((settings.maxAgeDays ?? streamDays) * day),
    max_bytes: settings.maxBytes ?? -1,
    duplicate_window: duplicateWindow,
    ...(settings.replicas !== undefined && { num_replicas: settings.replicas }),
  };
}

// Dead letters are few, and no inbox detects their duplicates. The stream therefore detects duplicates for a longer time.
const deadLetterConfig = { ...eventConfig([deadLetterSubjects], { maxAgeDays: deadLetterDays }), duplicate_window: nanos(2 * hour) };

/** Creates or updates a stream. Requires the administrator's credentials, unless the stream has the settings already. */
export async function ensure(connection: NatsConnection, name: string, config: Partial<StreamConfig>): Promise<void> {
  const { streams } = await managerOf(connection);
  const found = await findOrAdd(connection, name, config);
  if (found && !isAlready(found.config, config)) await streams.update(name, config);
}

/** Returns the existing stream. If the stream does not exist, creates it and returns undefined. */
async function findOrAdd(connection: NatsConnection, name: string, config: Partial<StreamConfig>): Promise<StreamInfo | undefined> {
  const { streams } = await managerOf(connection);
  const found = await streams.info(name).catch((error: unknown) => {
    if (!isWithoutStream(error)) throw error;
  });
  if (!found) await streams.add({ storage: StorageType.File, retention: RetentionPolicy.Limits, ...config, name });
  return found ?? undefined;
}

function isAlready(is: Partial<StreamUpdateConfig>, wanted: Partial<StreamUpdateConfig>): boolean {
  return Object.entries(wanted).every(([field, value]) => JSON.stringify(is[field as keyof StreamUpdateConfig]) === JSON.stringify(value));
}

/** Returns the JetStream manager. Does not check that JetStream is enabled, because the check would cost a round trip. */
export function managerOf(connection: NatsConnection): Promise<JetStreamManager> {
  return jetstreamManager(connection, { checkAPI: false });
}
