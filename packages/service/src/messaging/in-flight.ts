import { setMaxListeners } from "node:events";
import type { JsMsg } from "@nats-io/jetstream";
import type { MsgHdrs, NatsConnection } from "@nats-io/transport-node";
import { traceparentHeader } from "@offergraph/shared/telemetry/trace";
import { replayHeader } from "./dead-letters.js";
import { HeldBytes } from "./held-bytes.js";
import { type Backoff, KeyedQueue } from "./keyed-queue.js";
import type { Message } from "./process-message.js";
import { signatureHeader } from "./signer.js";
import { sleep } from "./wait.js";

/** Waits for `milliseconds`. During the wait, messages of other records are processed. Returns false if the session has ended. */
export type BackoffFor = (milliseconds: number) => Promise<boolean>;

export interface InFlightOptions {
  connection: NatsConnection;
  /**
   * The consumer's current and earlier names, each as `<service>/<name>`. A replayed event has one of the consumer's names in the header
   * `replayHeader`.
   */
  addresses: readonly string[];
  /** Subjects to process. Messages with other subjects are acknowledged without processing. */
  subjects: ReadonlySet<string>;
  concurrency: number;
  over: AbortSignal;
  /** Returns true if the message can be acknowledged without processing. */
  skip(json: unknown): boolean;
  /** Called for each message that is not skipped. */
  onReceived(workspaceId: string): void;
  /**
   * Processes a message. Returns true if the message can be acknowledged. If the function returns false or throws an error, the session
   * ends.
   */
  take(message: Message, backoff: BackoffFor): Promise<boolean>;
}

/** A message of the stream. `delivered` is undefined if NATS delivered the message before the session began. */
interface Received {
  seq: number;
  subject: string;
  data: Uint8Array;
  /** Decodes the headers only on demand, because decoding takes time. */
  headers(): MsgHdrs | undefined;
  delivered?: JsMsg;
  /** The parsed `data`. Undefined if the consumer does not process the subject. */
  json: unknown;
}

export const ackWaitMs = 10_000;
/** Maximum number of messages per fetch. */
export const maxFetched = 256;
/** Maximum number of unfinished messages. A low number would let a workspace's backlog block other workspaces (ADR 7). */
export const maxReadAhead = 2_048;
const maxReadAheadBytes = 16 * 1024 * 1024;
// Maximum number of messages that wait for a retry of their record. At this limit, the consumer does not fetch further messages.
const maxParked = 2_560;

/** The messages that a consumer received and did not acknowledge. Processes and acknowledges the messages of each record in order. */
export class InFlight {
  readonly signal: AbortSignal;
  readonly #options: InFlightOptions;
  readonly #ended = new AbortController();
  readonly #queues: KeyedQueue;
  readonly #messages = new Map<number, JsMsg | undefined>();
  readonly #size = new HeldBytes();
  readonly #working: NodeJS.Timeout;
  #failure: unknown;

  constructor(options: InFlightOptions) {
    this.#options = options;
    this.signal = AbortSignal.any([options.over, this.#ended.signal]);
    // Allows any number of listeners, because each message that waits for a retry adds a listener.
    setMaxListeners(0, this.signal);
    this.#queues = new KeyedQueue(options.concurrency);
    this.#working = setInterval(() => this.#forEach((message) => message.working()), ackWaitMs / 4);
  }

  add({ seq, subject, data, headers, delivered, json }: Received): void {
    const isKnown = this.#messages.has(seq);
    this.#messages.set(seq, delivered);
    if (isKnown) return;
    if (!this.#options.subjects.has(subject) || this.#options.skip(json)) {
      this.#acknowledge(seq);
      return;
    }
    const decoded = headers();
    const replayFor = decoded?.get(replayHeader) || undefined;
    const signature = decoded?.get(signatureHeader) || undefined;
    const traceparent = decoded?.get(traceparentHeader) || undefined;
    const message: Message = { sequence: seq, subject, data, json, signature, traceparent, replayed: replayFor !== undefined };
    const isForAnother = replayFor !== undefined && !this.#options.addresses.includes(replayFor);
    const { record, workspace } = placeOf(json);
    this.#size.add(data.length);
    this.#options.onReceived(workspace);
    this.#queues.add(record, (backoff) => this.#process(message, isForAnother, backoff), workspace);
  }

  /** Waits until the limits allow another fetch. */
  async room(): Promise<void> {
    await this.#queues.below(maxReadAhead - maxFetched, maxParked);
    await this.#size.below(maxReadAheadBytes);
  }

  /** Waits for running handlers, and asks NATS to deliver the unfinished messages again. Throws the first error of a handler. */
  async end(): Promise<void> {
    this.#ended.abort();
    await this.#queues.idle();
    clearInterval(this.#working);
    this.#forEach((message) => message.nak());
    if (this.#failure) throw this.#failure;
  }

  async #process(message: Message, isForAnother: boolean, backoff: Backoff): Promise<void> {
    if (this.signal.aborted) return;
    const backoffFor: BackoffFor = async (milliseconds) => {
      await backoff(sleep(milliseconds, this.signal));
      return !this.signal.aborted;
    };
    try {
      if (isForAnother || (await this.#options.take(message, backoffFor))) this.#acknowledge(message.sequence);
      else this.#ended.abort();
    } catch (error) {
      this.#failure ??= error;
      this.#ended.abort();
    } finally {
      this.#size.remove(message.data.length);
    }
  }

  #acknowledge(sequence: number): void {
    if (!this.#options.connection.isClosed()) this.#messages.get(sequence)?.ack();
    this.#messages.delete(sequence);
  }

  #forEach(act: (message: JsMsg) => void): void {
    const { connection } = this.#options;
    if (connection.isClosed() || connection.isDraining()) return;
    for (const message of this.#messages.values()) if (message) act(message);
  }
}

/** Returns the record and the workspace of a message. Messages of the same record are processed in order, and workspaces take turns. */
function placeOf(json: unknown): { record: string; workspace: string } {
  const { workspaceid, subject } = (json ?? {}) as { workspaceid?: unknown; subject?: unknown };
  const workspace = textOf(workspaceid);
  return { record: `${workspace} ${textOf(subject)}`, workspace };
}

/** Returns "" for any other value. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
