import { setImmediate as nextTurn } from "node:timers/promises";
import { type ApiError, JetStreamApiError } from "@nats-io/jetstream";
import { type Msg, type NatsConnection, headers as newHeaders } from "@nats-io/transport-node";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { isTracing, type Span, startSpan } from "@offergraph/shared/telemetry/tracing";
import { timeOfId } from "@offergraph/shared/time/ids";
import { inboxOf } from "../messaging/connection.js";
import { signatureHeader } from "../messaging/signer.js";
import { abortable } from "../messaging/wait.js";

export interface Publication {
  id: string;
  subject: string;
  headers: Record<string, string>;
  event: string;
}

export interface Published<Message> {
  /** Acknowledged messages, each with its sequence number in the stream. */
  acknowledged: { message: Message; streamSequence: number }[];
  failure?: Error;
}

export type SignEvent = (subject: string, body: string) => string;

const timeoutMs = 5_000;
const messagesPerTurn = 50;

/**
 * Publishes events, and waits for all acknowledgments at the end. If an event is not stored, NATS rejects all later events (header
 * Nats-Expected-Last-Msg-Id). One subscription receives all acknowledgments to save CPU time.
 */
export async function publishAll<Message extends Publication>(
  connection: NatsConnection,
  messages: readonly Message[],
  lost: AbortSignal,
  sign: SignEvent,
): Promise<Published<Message>> {
  const acknowledged: Published<Message>["acknowledged"] = [];
  if (messages.length === 0) return { acknowledged };
  const inbox = inboxOf(connection);
  const waiting = new Map(messages.map((message, place) => [`${inbox}.${place}`, message]));
  const spans = new Map<Message, Span>();
  let failure: Error | undefined;
  let endWait = () => {};
  const answered = new Promise<void>((resolve) => {
    endWait = resolve;
  });
  const hear = (error: Error | null, answer: Msg) => {
    const message = waiting.get(answer.subject);
    const result = error ?? resultOf(answer);
    const fault = typeof result === "number" ? undefined : result;
    failure ??= fault;
    if (message && typeof result === "number") acknowledged.push({ message, streamSequence: result });
    if (message) spans.get(message)?.end(fault?.name);
    waiting.delete(answer.subject);
    if (waiting.size === 0) endWait();
  };
  const subscription = connection.subscribe(`${inbox}.*`, { callback: hear });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    for (const [place, message] of messages.entries()) {
      // Lets the process handle requests between two parts of a large batch.
      if (place % messagesPerTurn === messagesPerTurn - 1) {
        await nextTurn();
        lost.throwIfAborted();
      }
      const span = startPublishing(message);
      if (span) spans.set(message, span);
      connection.publish(message.subject, message.event, {
        headers: headersOf(message, messages[place - 1], sign, span),
        reply: `${inbox}.${place}`,
      });
    }
    await abortable(answered, AbortSignal.any([lost, late]));
  } catch (error) {
    failure ??=
      late.aborted && !lost.aborted
        ? new Error(`NATS did not acknowledge ${waiting.size} events within ${timeoutMs} ms.`)
        : (error as Error);
  } finally {
    subscription.unsubscribe();
    for (const message of waiting.values()) spans.get(message)?.end("NotAcknowledged");
  }
  return { acknowledged, ...(failure && { failure }) };
}

/** Header of an event that the operator publishes again. The value makes the message id unique. */
export const republishHeader = "Offergraph-Republished";

/** NATS drops a message whose id it has seen within the duplicate window, even if the first message was deleted. */
const messageIdOf = ({ id, headers }: Publication) => (headers[republishHeader] ? `${id}/${headers[republishHeader]}` : id);

/** Starts a span from the time of the event to NATS's acknowledgment, which includes the time in the outbox. */
function startPublishing({ id, subject, headers }: Publication): Span | undefined {
  if (!isTracing()) return undefined;
  const attributes = { "messaging.system": "nats", "messaging.destination.name": subject, "messaging.message.id": id };
  return startSpan("producer", `publish ${subject}`, headers[traceparentHeader], attributes, timeOfId(id));
}

function headersOf(publication: Publication, before: Publication | undefined, sign: SignEvent, span: Span | undefined) {
  const { subject, event, headers: own } = publication;
  const headers = newHeaders();
  headers.set("Content-Type", "application/cloudevents+json");
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  if (span) headers.set(traceparentHeader, span.traceparent);
  headers.set("Nats-Msg-Id", messageIdOf(publication));
  headers.set(signatureHeader, sign(subject, event));
  if (before) headers.set("Nats-Expected-Last-Msg-Id", messageIdOf(before));
  return headers;
}

/** Returns the event's sequence number in the stream, or the error. */
function resultOf(answer: Msg): number | Error {
  if (answer.headers?.code === 503) return new Error("NATS has no stream for the event's subject.");
  const { error, seq } = answer.json<{ error?: ApiError; seq?: number }>();
  return error ? new JetStreamApiError(error) : (seq ?? 0);
}
