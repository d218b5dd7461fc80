import { type ApiError, JetStreamApiError } from "@nats-io/jetstream";
import { type Msg, type NatsConnection, headers as newHeaders } from "@nats-io/transport-node";
import { inboxOf } from "../events/connection.js";
import { signatureHeader } from "../events/signer.js";
import { until } from "../events/wait.js";

/** An event as it is published. */
export interface Publication {
  id: string;
  subject: string;
  headers: Record<string, string>;
  event: string;
}

/** What came of publishing. */
export interface Published<Message> {
  /** Those that the stream has. */
  acknowledged: Message[];
  /** What went wrong first. */
  failure?: Error;
}

/** Signs an event of the publishing service. */
export type SignEvent = (subject: string, body: string) => string;

const patienceMs = 5_000;

/**
 * Publishes events in this order. All are sent at once, each naming the one before it as what the stream has to have last, so that the
 * server refuses what would overtake a failed one; the first names none. Waits for their acknowledgements until `lost` is aborted.
 *
 * One subscription hears them all: a request for each event, as JetStream's own client makes it, costs this process more than all else here.
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
  const late = AbortSignal.timeout(patienceMs);
  try {
    for (const [place, message] of messages.entries())
      connection.publish(message.subject, message.event, {
        headers: headersOf(message, messages[place - 1], sign),
        reply: `${inbox}.${place}`,
      });
    await until(answered, AbortSignal.any([lost, late]));
  } catch (error) {
    failure ??= late.aborted && !lost.aborted ? new Error(`NATS did not acknowledge ${waiting.size} events in time.`) : (error as Error);
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

/** What an answer says against an event; undefined: the stream has it. */
function faultOf(answer: Msg): Error | undefined {
  // Nobody heard it.
  if (answer.headers?.code === 503) return new Error("NATS has no stream that takes the event.");
  const { error } = answer.json<{ error?: ApiError }>();
  return error && new JetStreamApiError(error);
}
