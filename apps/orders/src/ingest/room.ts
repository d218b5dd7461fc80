import type { IncomingMessage, ServerResponse } from "node:http";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { Turns } from "@offergraph/shared/subgraph/turns";
import pLimit from "p-limit";

const mebibyte = 2 ** 20;
const mostBytes = 256 * mebibyte;
/** Of a stream: two batches and a line that was begun, as texts and as records. */
const streamBytes = 10 * mebibyte;
/** A JSON body as bytes, text and records, for each byte of it. */
const bodyFactor = 8;
const mostBatches = 4;
const waitMs = 60_000;

const unavailable = (message: string) => new HttpError(503, "UNAVAILABLE", message, { "retry-after": "1" });
const busy = () => unavailable("Too much comes in at once. Send it again in a moment, or send less at a time.");
const late = () =>
  unavailable(`The records waited ${waitMs / 1000} s for others of the same connection. Send them again, by fewer streams at a time.`);

/**
 * What deliveries may use of this process at once, however many come: so much memory, and so few of the database's connections that
 * everybody else finds one. Who waits for a turn holds no connection.
 */
export class Room {
  #bytes = 0;
  readonly #turns = new Turns();
  readonly #batches = pLimit(mostBatches);

  /** Lets a delivery in until its answer has gone out or its sender has left. Throws HttpError 503 when it does not fit. */
  enter({ headers }: IncomingMessage, response: ServerResponse, isStream: boolean, mostBodyBytes: number): void {
    const bytes = isStream ? streamBytes : bodyFactor * Math.min(Number(headers["content-length"] ?? mostBodyBytes), mostBodyBytes);
    if (response.destroyed) return;
    if (this.#bytes + bytes > mostBytes) throw busy();
    this.#bytes += bytes;
    response.once("close", () => {
      this.#bytes -= bytes;
    });
  }

  /** Writes a batch, after those that came before it under this name. Throws HttpError 503 when they take too long. */
  write<Value>(name: string, effect: () => Promise<Value>): Promise<Value> {
    return this.#turns.take(name, waitMs, late, () => this.#batches(effect));
  }
}
