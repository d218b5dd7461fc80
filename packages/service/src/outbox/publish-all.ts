import { type ApiError, JetStreamApiError } from "@nats-io/jetstream";
import { type Msg, type NatsConnection, headers as newHeaders } from "@nats-io/transport-node";
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
  let failure: Error | undefined;
  let endWait = () => {};
  const answered = new Promise<void>((resolve) => {
    endWait = resolve;
  });
  const hear = (error: Error | null, answer: Msg) => {
    const message = waiting.get(answer.subject);
    const result = error ?? resultOf(answer);
    if (typeof result !== "number") failure ??= result;
    else if (message) acknowledged.push({ message, streamSequence: result });
    waiting.delete(answer.subject);
    if (waiting.size === 0) endWait();
  };
  const subscription = connection.subscribe(`${inbox}.*`, { callback: hear });
  const late = AbortSignal.timeout(timeoutMs);
  try {
    for (const [place, message] of messages.entries())
      connection.publish(message.subject, message.event, {
        headers: headersOf(message, messages[place - 1], sign),
        reply: `${inbox}.${place}`,
      });
    await abortable(answered, AbortSignal.any([lost, late]));
  } catch (error) {
    failure ??=
      late.aborted && !lost.aborted
        ? new Error(`NATS did not acknowledge ${waiting.size} events within ${timeoutMs} ms.`)
        : (error as Error);
  } finally {
    subscription.unsubscribe();
  }
  return { acknowledged, ...(failure && { failure }) };
}

/** Header of an event that the operator publishes again. The value makes the message id unique. */
export const republishHeader = "Offergraph-Republished";

/** NATS drops a message whose id it has seen within the duplicate window, even if the first message was deleted. */
const messageIdOf = ({ id, headers }: Publication) => (headers[republishHeader] ? `${id}/${headers[republishHeader]}` : id);

function headersOf(publication: Publication, before: Publication | undefined, sign: SignEvent) {
  const { subject, event, headers: own } = publication;
  const headers = newHeaders();
  headers.set("Content-Type", "application/cloudevents+json");
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
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
