import {
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamUpdateConfig,
} from "@nats-io/jetstream";
import { type NatsConnection, nanos } from "@nats-io/transport-node";

/** How long and how much a stream keeps. A consumer that is away for longer misses what is older. */
export interface StreamSettings {
  /** Days; 30 unless given. */
  maxAgeDays?: number;
  /** Bytes; unlimited unless given. A full stream takes nothing more: what comes then waits in the outbox. */
  maxBytes?: number;
  /** Copies in a cluster of servers; 1 unless given. */
  replicas?: number;
}

const hour = 3_600_000;
/** Within this time the server itself drops what is published twice; later the consumers' inboxes do. */
const duplicateWindow = nanos(2 * hour);
const noSuchStream = 10059;

/** Whether a failure is that a stream is not there: its producer has not started yet, as when a system starts for the first time. */
export function isWithoutStream(error: unknown): boolean {
  return error instanceof JetStreamApiError && error.code === noSuchStream;
}

/** The stream of a producing service. */
export const streamOf = (service: string): string => `offergraph_${service}`;
/** The stream of events that a consumer could not take. */
export const deadLetterStream = "offergraph_dead_letters";
/** Where the dead letters of one consumer are. */
export const deadLetterSubject = (service: string, consumer: string): string => `offergraph.dead_letters.${service}.${consumer}`;
const deadLetterSubjects = "offergraph.dead_letters.>";

/** Makes or adjusts the stream of a producing service: on file, `offergraph.<service>.>`. */
export async function ensureStream(connection: NatsConnection, service: string, settings: StreamSettings = {}): Promise<void> {
  await ensure(connection, streamOf(service), [`offergraph.${service}.>`], settings);
}

/** Makes or adjusts the stream of dead letters; they are kept for 90 days. */
export async function ensureDeadLetterStream(connection: NatsConnection): Promise<void> {
  await ensure(connection, deadLetterStream, [deadLetterSubjects], { maxAgeDays: 90 });
}

/** Makes or adjusts the streams of these services, and that of dead letters. */
export async function ensureStreams(connection: NatsConnection, services: readonly string[]): Promise<void> {
  for (const service of services) await ensureStream(connection, service);
  await ensureDeadLetterStream(connection);
}

/** A stream that is as it should be is left alone: a service has the right to look at it, and to nothing more. */
async function ensure(connection: NatsConnection, name: string, subjects: string[], settings: StreamSettings): Promise<void> {
  const { streams } = await managerOf(connection);
  const config: Partial<StreamUpdateConfig> = {
    subjects,
    discard: DiscardPolicy.New,
    max_age: nanos((settings.maxAgeDays ?? 30) * 24 * hour),
    max_bytes: settings.maxBytes ?? -1,
    duplicate_window: duplicateWindow,
    ...(settings.replicas !== undefined && { num_replicas: settings.replicas }),
  };
  const found = await streams.info(name).catch((error: unknown) => {
    if (!isWithoutStream(error)) throw error;
  });
  if (!found) await streams.add({ name, storage: StorageType.File, retention: RetentionPolicy.Limits, ...config });
  else if (!isAlready(found.config, config)) await streams.update(name, config);
}

function isAlready(is: Partial<StreamUpdateConfig>, wanted: Partial<StreamUpdateConfig>): boolean {
  return Object.entries(wanted).every(([field, value]) => JSON.stringify(is[field as keyof StreamUpdateConfig]) === JSON.stringify(value));
}

/** The JetStream manager of a connection, without asking the server first whether it has JetStream. */
export function managerOf(connection: NatsConnection): Promise<JetStreamManager> {
  return jetstreamManager(connection, { checkAPI: false });
}
