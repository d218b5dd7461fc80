import type { NatsConnection } from "@nats-io/transport-node";
import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import { type EventOf, InvalidEvent, parseEvent } from "@offergraph/shared/contracts/parse-event";
import { defineCounter, defineHistogram } from "@offergraph/shared/telemetry/metrics";
import { traceIdOf } from "@offergraph/shared/telemetry/trace";
import type { SqlTx } from "../tx/tx.js";
import type { ConsumerOptions } from "./consume.js";
import { publishDeadLetter } from "./dead-letters.js";
import type { BackoffFor } from "./in-flight.js";
import { markDead, processOnce } from "./inbox.js";
import { sanitizeError } from "./sanitize-error.js";
import { eventIn, publishedIn, startProcessing } from "./trace-event.js";
import { backoff } from "./wait.js";
import type { WorkspaceClasses } from "./workspace-classes.js";

export interface Message {
  readonly sequence: number;
  readonly subject: string;
  readonly data: Uint8Array;
  readonly json: unknown;
  readonly signature: string | undefined;
  /** Header of the publication's span. */
  readonly traceparent?: string | undefined;
  /** True if the message is a dead letter replayed to this consumer. */
  readonly replayed: boolean;
}

export interface Delivery<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>
  extends Pick<
    ConsumerOptions<Transaction, Definition>,
    "service" | "name" | "definitions" | "signer" | "handle" | "filter" | "write" | "log"
  > {
  /** The service that must have signed the messages. */
  producer: string;
  connection: NatsConnection;
  /** Aborts when this replica must not process messages any more. */
  over: AbortSignal;
  /** True if the database responds. Failures during an outage do not count as attempts. */
  databaseAnswers(): Promise<boolean>;
  maxAttempts: number;
  /** Returns the maximum number of events of a workspace per transaction. */
  batchSizeOf(workspaceId: string): number;
  classes: WorkspaceClasses;
  firstRetryMs: number;
}

/**
 * Processes a message, and retries after errors. After the last failed attempt, moves the message to the dead letters. Returns false if
 * this process stops, or if the database or NATS is unavailable. Another replica must then process the message.
 */
export async function processMessage<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  message: Message,
  backoffFor: BackoffFor,
): Promise<boolean> {
  const { name, filter, log } = delivery;
  try {
    const event = readSigned(delivery, message);
    return event && (filter?.(event) ?? true) ? await take(delivery, message, event, backoffFor) : true;
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error;
    const { subject, sequence } = message;
    log.error({ consumer: name, subject, sequence, reason: error.message }, "moved an invalid event to the dead letters");
    return toDeadLetters(delivery, message, { reason: "INVALID", error: error.message, attempts: 1 });
  }
}

/**
 * Verifies and parses a message. Returns undefined if the consumer does not use events of this type. Throws InvalidEvent for an invalid
 * message.
 */
export function readSigned<Definition extends EventDefinition>(
  { producer, signer, definitions }: Pick<Delivery<Pick<SqlTx, "sql">, Definition>, "producer" | "signer" | "definitions">,
  { subject, data, signature, json, traceparent }: Message,
): EventOf<Definition> | undefined {
  if (!signer.verify(producer, subject, data, signature))
    throw new InvalidEvent(signature === undefined ? "no signature" : `wrong signature: ${producer} did not sign this subject and body`);
  const event = parseEvent(definitions, json);
  return event && publishedIn(event, traceparent);
}

// The buckets (in seconds) go up to 30 minutes, because events wait during an outage.
const ageBuckets = [30, 60, 300, 1_800];
const ages = defineHistogram(
  "offergraph_event_age_seconds",
  "Time from an event to the end of its processing, by consumer and class of workspaces (busy, other).",
  ["consumer", "workspace_class"],
  ageBuckets,
);
const died = defineCounter("offergraph_dead_letters_total", "Events that a consumer moved to the dead letters.", ["consumer", "reason"]);

/** Records the age of a processed event. */
export function recordProcessed(
  { service, name, classes }: { readonly service: string; readonly name: string; readonly classes: WorkspaceClasses },
  { time, workspaceId }: { readonly time: Date; readonly workspaceId: string },
): void {
  const labels = { consumer: `${service}/${name}`, workspace_class: classes.processed(workspaceId) };
  ages.observe(labels, (Date.now() - time.getTime()) / 1000);
}

async function take<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  message: Message,
  event: EventOf<Definition>,
  backoffFor: BackoffFor,
): Promise<boolean> {
  const { name, handle, write, over, firstRetryMs } = delivery;
  const { id: eventId, type, workspaceId, requestId, traceparent } = event;
  const log = delivery.log.child({ consumer: name, eventId, type, workspaceId, requestId, trace_id: traceIdOf(traceparent) });
  let attempts = 0;
  for (let waits = 1; !over.aborted; waits += 1) {
    let isBegun = false;
    const begin: typeof write = (workspace, effect) =>
      write(workspace, (transaction) => {
        isBegun = true;
        return effect(transaction);
      });
    const span = startProcessing(`${delivery.service}/${name}`, event);
    try {
      await processOnce({ consumer: name, event: eventIn(event, span), replayed: message.replayed, write: begin, handle });
      span?.end();
      recordProcessed(delivery, event);
      log.debug("event processed");
      return true;
    } catch (error) {
      span?.end((error as Error).name);
      if (over.aborted || !(await delivery.databaseAnswers())) return false;
      // A failure before the transaction, for example because the connection pool is exhausted, does not count as an attempt.
      if (isBegun) attempts += 1;
      const shown = sanitizeError(error, eventId);
      if (attempts >= delivery.maxAttempts) {
        log.error({ err: error, attempts }, "failed to process the event in all attempts; moved the event to the dead letters");
        return toDeadLetters(delivery, message, { reason: "FAILED", error: shown, attempts }, event);
      }
      if (waits === 1) log.warn({ err: error, attempts }, "failed to process the event; retrying");
      else log.info({ reason: shown, attempts }, "failed to process the event again; retrying");
      if (!(await backoffFor(backoff(waits, firstRetryMs, 30_000)))) return false;
    }
  }
  return false;
}

async function toDeadLetters<Transaction extends Pick<SqlTx, "sql">, Definition extends EventDefinition>(
  { service, name, write, connection }: Delivery<Transaction, Definition>,
  { subject, sequence, data, signature }: Message,
  failure: { reason: "FAILED" | "INVALID"; error: string; attempts: number },
  event?: EventOf<Definition>,
): Promise<true> {
  died.inc({ consumer: `${service}/${name}`, reason: failure.reason });
  await publishDeadLetter(connection, { service, consumer: name, subject, sequence, data, signature, ...failure });
  if (event) await markDead(write, name, event);
  return true;
}
