import { jetstream, type StoredMsg } from "@nats-io/jetstream";
import { type NatsConnection, headers as newHeaders } from "@nats-io/transport-node";
import { parseJson } from "@offergraph/shared/contracts/parse-event";
import { PublicError } from "@offergraph/shared/errors/public-error";
import { signatureHeader } from "./signer.js";
import { deadLetterStream, deadLetterSubject, ensureDeadLetterStream, managerOf } from "./streams.js";

/** An event that a consumer failed to process. The stream keeps the event until its replay, for at most 90 days. */
export interface DeadLetter {
  id: number;
  /** The consumer that failed to process the event, as `<service>/<name>`. */
  consumer: string;
  subject: string;
  eventId: string | undefined;
  workspaceId: string | undefined;
  reason: "FAILED" | "INVALID";
  /** Sanitized error message. */
  error: string;
  attempts: number;
  diedAt: string;
  /** The event, or the raw text if the message is not JSON. */
  event: unknown;
}

/** Header of a replayed event. The value is the name of the consumer that must process the event. */
export const replayHeader = "Offergraph-Replay-For";
const header = {
  consumer: "Offergraph-Consumer",
  subject: "Offergraph-Subject",
  reason: "Offergraph-Reason",
  error: "Offergraph-Error",
  attempts: "Offergraph-Attempts",
  /** Header with the time of the original dead letter. Only dead letters of renamed consumers have this header. */
  diedAt: "Offergraph-Died-At",
};
const messageId = "Nats-Msg-Id";

// outbox/batch.ts reserves 1,024 bytes of max_payload for the error and the headers.
const maxErrorBytes = 430;

export interface Failure {
  service: string;
  consumer: string;
  subject: string;
  /** Sequence number of the event in the producer's stream. Part of the dead letter's message id, by which NATS drops duplicates. */
  sequence: number;
  reason: DeadLetter["reason"];
  error: string;
  attempts: number;
  data: Uint8Array;
  /** The event's signature, needed for a replay. */
  signature: string | undefined;
}

/** Publishes an event to the dead-letter stream without changing its bytes. */
export async function publishDeadLetter(connection: NatsConnection, failure: Failure): Promise<void> {
  await ensureDeadLetterStream(connection);
  const headers = newHeaders();
  headers.set(header.consumer, `${failure.service}/${failure.consumer}`);
  headers.set(header.subject, failure.subject);
  headers.set(header.reason, failure.reason);
  headers.set(header.error, cut(failure.error.replace(/\s+/g, " "), maxErrorBytes));
  headers.set(header.attempts, String(failure.attempts));
  if (failure.signature !== undefined) headers.set(signatureHeader, failure.signature);
  const msgID = `${failure.service}/${failure.consumer}/${failure.subject}/${failure.sequence}`;
  await jetstream(connection).publish(deadLetterSubject(failure.service, failure.consumer), failure.data, { msgID, headers });
}

/** Yields dead letters, oldest first. Throws PublicError BAD_USER_INPUT if `consumer` is not `<service>/<name>`. */
export async function* deadLetters(connection: NatsConnection, consumer?: string): AsyncGenerator<DeadLetter> {
  for await (const message of storedLetters(connection, consumer)) yield letterOf(message);
}

async function* storedLetters(connection: NatsConnection, consumer?: string): AsyncGenerator<StoredMsg> {
  const subject = consumer === undefined ? undefined : deadLetterSubject(...parts(consumer));
  await ensureDeadLetterStream(connection);
  const { streams } = await managerOf(connection);
  const { state } = await streams.info(deadLetterStream);
  for (let sequence = Math.max(1, state.first_seq); sequence <= state.last_seq; sequence += 1) {
    const message = await streams.getMessage(deadLetterStream, { seq: sequence });
    if (message && (subject === undefined || message.subject === subject)) yield message;
  }
}

/** Returns one dead letter. Throws PublicError NOT_FOUND. */
export async function showDeadLetter(connection: NatsConnection, id: number): Promise<DeadLetter> {
  return letterOf(await stored(connection, id));
}

/** Publishes a dead letter's event for the consumer that failed, then deletes the dead letter. Throws PublicError NOT_FOUND. */
export async function replayDeadLetter(connection: NatsConnection, id: number): Promise<DeadLetter> {
  const message = await stored(connection, id);
  const letter = letterOf(message);
  const headers = newHeaders();
  headers.set("Content-Type", "application/cloudevents+json");
  headers.set(replayHeader, letter.consumer);
  if (message.header.has(signatureHeader)) headers.set(signatureHeader, message.header.get(signatureHeader));
  await jetstream(connection).publish(letter.subject, message.data, { msgID: `replay/${id}`, headers });
  const { streams } = await managerOf(connection);
  await streams.deleteMessage(deadLetterStream, id);
  return letter;
}

/** Moves the dead letters of a renamed consumer to its current name, so that replays reach the consumer. Names are `<service>/<name>`. */
export async function moveDeadLetters(connection: NatsConnection, from: string, to: string): Promise<void> {
  const { streams } = await managerOf(connection);
  for await (const message of storedLetters(connection, from)) {
    const headers = newHeaders();
    for (const key of message.header.keys()) headers.set(key, message.header.get(key));
    headers.set(header.consumer, to);
    headers.set(header.diedAt, letterOf(message).diedAt);
    const msgID = message.header.get(messageId).replace(from, to);
    headers.delete(messageId);
    await jetstream(connection).publish(deadLetterSubject(...parts(to)), message.data, { msgID, headers });
    await streams.deleteMessage(deadLetterStream, message.seq);
  }
}

function cut(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most ? text : bytes.toString("utf8", 0, most).replace(/\uFFFD$/, "");
}

async function stored(connection: NatsConnection, id: number): Promise<StoredMsg> {
  await ensureDeadLetterStream(connection);
  const { streams } = await managerOf(connection);
  const message = id > 0 ? await streams.getMessage(deadLetterStream, { seq: id }) : null;
  if (!message) throw new PublicError("NOT_FOUND", `There is no dead letter ${id}. List the ids with \`events dlq list\`.`);
  return message;
}

function letterOf(message: StoredMsg): DeadLetter {
  const event = parseJson(message.data);
  const known = (event ?? {}) as { id?: string; workspaceid?: string };
  return {
    id: message.seq,
    consumer: message.header.get(header.consumer),
    subject: message.header.get(header.subject),
    eventId: known.id,
    workspaceId: known.workspaceid,
    reason: message.header.get(header.reason) === "INVALID" ? "INVALID" : "FAILED",
    error: message.header.get(header.error),
    attempts: Number(message.header.get(header.attempts)),
    diedAt: message.header.get(header.diedAt) || message.time.toISOString(),
    event: event ?? Buffer.from(message.data).toString("utf8"),
  };
}

function parts(consumer: string): [service: string, name: string] {
  const [service, name, more] = consumer.split("/");
  if (!service || !name || more !== undefined)
    throw new PublicError("BAD_USER_INPUT", `Invalid consumer "${consumer}". Use <service>/<name>.`);
  return [service, name];
}
