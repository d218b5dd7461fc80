import type { NatsConnection } from "@nats-io/transport-node";
import { PublicError } from "../errors/public-error.js";
import type { Logger } from "../log/logger.js";
import { bury } from "./dead-letters.js";
import type { EventDefinition } from "./define.js";
import { type EffectTransaction, giveUp, takeOnce, type WriteEffect } from "./effect.js";
import { type EventOf, InvalidEvent, readEvent } from "./received.js";
import { backoff, pause } from "./wait.js";

/** A message in hand, whether delivered or read from the stream. */
export interface Message {
  /** Its place in the stream. */
  readonly sequence: number;
  readonly subject: string;
  readonly data: Uint8Array;
  /** The message as JSON, undefined when it is none. */
  readonly json: unknown;
  /** Whether it is a dead letter's event, published again for this consumer. */
  readonly replayed: boolean;
}

export interface Delivery<Transaction extends EffectTransaction, Definition extends EventDefinition> {
  service: string;
  name: string;
  definitions: readonly Definition[];
  handle(transaction: Transaction, event: EventOf<Definition>): Promise<void>;
  write: WriteEffect<Transaction>;
  log: Logger;
  connection: NatsConnection;
  /** Aborted when this process is to take no more. */
  over: AbortSignal;
  /** Whether the database answers: a failure while it does not is nobody's fault. */
  databaseAnswers(): Promise<boolean>;
  tries: number;
  firstRetryMs: number;
}

/**
 * Takes a message, with as many tries as it may have, waiting longer each time; what cannot be taken goes to the dead letters.
 * True when it is done with, false when it is left to whoever is next (the process stops, or database or NATS went away).
 */
export async function deliver<Transaction extends EffectTransaction, Definition extends EventDefinition>(
  delivery: Delivery<Transaction, Definition>,
  message: Message,
): Promise<boolean> {
  const { service, name, definitions, handle, write, connection, over, tries } = delivery;
  let event: EventOf<Definition> | undefined;
  const fail = async (reason: "FAILED" | "INVALID", error: string, failures: number) => {
    const { subject, sequence, data } = message;
    await bury(connection, { service, consumer: name, subject, sequence, reason, error, tries: failures, data });
    if (event) await giveUp(write, name, event);
    return true;
  };
  try {
    event = readEvent(definitions, message.json);
  } catch (error) {
    if (!(error instanceof InvalidEvent)) throw error;
    delivery.log.error({ consumer: name, subject: message.subject, sequence: message.sequence, reason: error.message }, "an event is invalid: to the dead letters");
    return fail("INVALID", error.message, 1);
  }
  if (!event) return true;
  const log = delivery.log.child({ consumer: name, eventId: event.id, type: event.type, workspaceId: event.workspaceId, requestId: event.requestId });
  for (let failures = 0; !over.aborted; ) {
    try {
      await takeOnce({ consumer: name, event, replayed: message.replayed, write, handle });
      log.debug("event taken");
      return true;
    } catch (error) {
      if (over.aborted || !(await delivery.databaseAnswers())) return false;
      failures += 1;
      const last = failures >= tries;
      log[last ? "error" : "warn"]({ err: error, tries: failures }, last ? "an event could not be taken: to the dead letters" : "an event could not be taken, trying again");
      if (last) return fail("FAILED", error instanceof PublicError ? error.message : `An internal error; the service's log has it under event ${event.id}.`, failures);
      await pause(backoff(failures, delivery.firstRetryMs, 30_000), over);
    }
  }
  return false;
}
