import type { ServerResponse } from "node:http";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { SharedBudget } from "@offergraph/shared/http/shared-budget";
import { Turns } from "@offergraph/shared/subgraph/turns";
import { FairLimit } from "./fair-limit.js";

const mebibyte = 2 ** 20;
const totalBytes = 256 * mebibyte;
/** Reserved for a stream when it begins, and the most that it holds: two batches and an unfinished line, as texts and as records. */
const [minStreamBytes, maxStreamBytes] = [2 * mebibyte, 10 * mebibyte];
/** Memory for each received byte: the bytes, the text and the records. */
const bytesFactor = 8;
const waitMs = 60_000;

const unavailable = (message: string) => new HttpError(503, "UNAVAILABLE", message, { "retry-after": "1" });
const busy = () => unavailable("This workspace sends too much at once. Send it again in a moment, by fewer requests at a time.");
const late = () =>
  unavailable(`The records waited ${waitMs / 1000} s for others of the same connection. Send them again, by fewer streams at a time.`);

/**
 * Limits what deliveries use of this process, and divides it between workspaces: memory, counted as bytes arrive, and database
 * connections. A batch that waits for its turn holds no connection.
 */
export class Room {
  readonly #memory = new SharedBudget({ maxCount: Number.POSITIVE_INFINITY, maxBytes: totalBytes, totalBytes });
  readonly #turns = new Turns();
  readonly #batches = new FairLimit({ maxRunning: 4, maxRunningPerKey: 3 });

  /**
   * Admits a delivery until its answer has gone out or its sender has left. Returns the function that counts received bytes.
   * Both throw HttpError 503 when the workspace's share is used up.
   */
  enter(workspaceId: string, response: ServerResponse, isStream: boolean): (bytes: number) => void {
    const share = this.#memory.open(workspaceId);
    if (!share) throw busy();
    if (response.destroyed) share.close();
    else response.once("close", share.close);
    let held = 0;
    let wanted = 0;
    const hold = (bytes: number) => {
      if (bytes <= held || response.destroyed) return;
      if (!share.add(bytes - held)) throw busy();
      held = bytes;
    };
    if (isStream) hold(minStreamBytes);
    return (bytes) => {
      wanted += bytesFactor * bytes;
      hold(isStream ? Math.min(wanted, maxStreamBytes) : wanted);
    };
  }

  /**
   * Writes a batch when it is this workspace's turn. Batches with the same `queue` are written one after the other, so that many large
   * ones that lock each other's records hold one database connection only. Throws HttpError 503 when they take too long.
   */
  write<Value>(workspaceId: string, queue: string | undefined, effect: () => Promise<Value>): Promise<Value> {
    const run = () => this.#batches.run(workspaceId, effect);
    return queue === undefined ? run() : this.#turns.take(queue, waitMs, late, run);
  }
}
