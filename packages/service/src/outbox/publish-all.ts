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
  acknowledged: Message[];
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
  const acknowledged: Message[] = [];
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
    const fault = error ?? faultOf(answer);
    if (fault) failure ??= fault;
    else if (message) acknowledged.push(message);
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

function headersOf({ id, subject, event, headers: own }: Publication, before: Publication | undefined, sign: SignEvent) {
  const headers = newHeaders();
  headers.set("Content-Type", "application/cloudevents+json");
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  headers.set("Nats-Msg-Id", id);
  headers.set(signatureHeader, sign(subject, event));
  if (before) headers.set("Nats-Expected-Last-Msg-Id", before.id);
  return headers;
}

function faultOf(answer: Msg): Error | undefined {
  if (answer.headers?.code === 503) return new Error("NATS has no stream for the event's subject.");
  const { error } = answer.json<{ error?: ApiError }>();
  return error && new JetStreamApiError(error);
}
