import { jetstream, type StoredMsg } from "@nats-io/jetstream";
import { type NatsConnection, headers as newHeaders } from "@nats-io/transport-node";
import { PublicError } from "../errors/public-error.js";
import { parseJson } from "./received.js";
import { signatureHeader } from "./signer.js";
import { deadLetterStream, deadLetterSubject, ensureDeadLetterStream, managerOf } from "./streams.js";

/** An event that a consumer could not take, kept until it is replayed or 90 days have passed. */
export interface DeadLetter {
  /** Its number among the dead letters: what `show` and `replay` take. */
  id: number;
  /** The consumer that could not take it, `<service>/<name>`. */
  consumer: string;
  /** The subject it was published on. */
  subject: string;
  eventId: string | undefined;
  workspaceId: string | undefined;
  reason: "FAILED" | "INVALID";
  /** What went wrong, fit to be shown. */
  error: string;
  tries: number;
  diedAt: string;
  /** The event, or its text when it is not JSON. */
  event: unknown;
}

/** The header by which a replayed event names the one consumer that it is for. */
export const replayHeader = "Offergraph-Replay-For";
const header = {
  consumer: "Offergraph-Consumer",
  subject: "Offergraph-Subject",
  reason: "Offergraph-Reason",
  error: "Offergraph-Error",
  tries: "Offergraph-Tries",
};

// With the other headers it has to fit beside the largest event there is, or that could never be buried: see what outbox/batch.ts leaves room for.
const mostErrorBytes = 430;

/** What is kept of an event's failure. */
export interface Failure {
  service: string;
  consumer: string;
  subject: string;
  /** Its place in the stream it came from: buried twice, it is one dead letter. */
  sequence: number;
  reason: DeadLetter["reason"];
  error: string;
  tries: number;
  data: Uint8Array;
  /** The signature that it came with. A replay needs it. */
  signature: string | undefined;
}

/** Puts an event among the dead letters, its bytes as they came. */
export async function bury(connection: NatsConnection, failure: Failure): Promise<void> {
  await ensureDeadLetterStream(connection);
  const headers = newHeaders();
  headers.set(header.consumer, `${failure.service}/${failure.consumer}`);
  headers.set(header.subject, failure.subject);
  headers.set(header.reason, failure.reason);
  headers.set(header.error, cut(failure.error.replace(/\s+/g, " "), mostErrorBytes));
  headers.set(header.tries, String(failure.tries));
  if (failure.signature !== undefined) headers.set(signatureHeader, failure.signature);
  const msgID = `${failure.service}/${failure.consumer}/${failure.subject}/${failure.sequence}`;
  await jetstream(connection).publish(deadLetterSubject(failure.service, failure.consumer), failure.data, { msgID, headers });
}

/** The dead letters from the oldest on; of one consumer (`<service>/<name>`) when it is given. Throws PublicError BAD_USER_INPUT for another form. */
export async function* deadLetters(connection: NatsConnection, consumer?: string): AsyncGenerator<DeadLetter> {
  const subject = consumer === undefined ? undefined : deadLetterSubject(...parts(consumer));
  await ensureDeadLetterStream(connection);
  const { streams } = await managerOf(connection);
  const { state } = await streams.info(deadLetterStream);
  for (let sequence = Math.max(1, state.first_seq); sequence <= state.last_seq; sequence += 1) {
    const message = await streams.getMessage(deadLetterStream, { seq: sequence });
    if (message && (subject === undefined || message.subject === subject)) yield letterOf(message);
  }
}

/** One dead letter. Throws PublicError NOT_FOUND. */
export async function showDeadLetter(connection: NatsConnection, id: number): Promise<DeadLetter> {
  return letterOf(await stored(connection, id));
}

/**
 * Publishes a dead letter's event again on its own subject, for the consumer that could not take it and no other,
 * then removes the letter. Doing it twice has one effect. Throws PublicError NOT_FOUND.
 */
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

/** The beginning of a text, so many bytes of it at most. */
function cut(text: string, most: number): string {
  const bytes = Buffer.from(text);
  return bytes.length <= most ? text : bytes.toString("utf8", 0, most).replace(/\uFFFD$/, "");
}

async function stored(connection: NatsConnection, id: number): Promise<StoredMsg> {
  await ensureDeadLetterStream(connection);
  const { streams } = await managerOf(connection);
  const message = id > 0 ? await streams.getMessage(deadLetterStream, { seq: id }) : null;
  if (!message) throw new PublicError("NOT_FOUND", `There is no dead letter ${id}. The ids are those that \`events dlq list\` shows.`);
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
    tries: Number(message.header.get(header.tries)),
    diedAt: message.time.toISOString(),
    event: event ?? Buffer.from(message.data).toString("utf8"),
  };
}

function parts(consumer: string): [service: string, name: string] {
  const [service, name, more] = consumer.split("/");
  if (!service || !name || more !== undefined)
    throw new PublicError("BAD_USER_INPUT", `A consumer is named <service>/<name>, not "${consumer}".`);
  return [service, name];
}
