import type { ServerResponse } from "node:http";
import { KeyedMutex } from "@offergraph/service/mutations/keyed-mutex";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { SharedBudget } from "@offergraph/shared/http/shared-budget";
import { FairLimit } from "./fair-limit.js";

const mebibyte = 2 ** 20;
const totalBytes = 256 * mebibyte;
/** Minimum and maximum memory reserved for a stream. The maximum suffices for three batches and an unfinished line. */
const [minStreamBytes, maxStreamBytes] = [2 * mebibyte, 13 * mebibyte];
/** Bytes of memory reserved per received byte, for the buffer, the text and the records. */
const bytesFactor = 8;
const waitMs = 60_000;

const unavailable = (message: string) => new HttpError(503, "UNAVAILABLE", message, { "retry-after": "1" });
const busy = () => unavailable("This workspace sends too much data at once. Retry later with fewer concurrent requests.");
const late = () =>
  unavailable(`Earlier requests did not finish within ${waitMs / 1000} s, so the records were not stored. Send fewer requests at once.`);

/** Divides memory and database connections of this process between workspaces. A waiting batch does not hold a database connection. */
export class AdmissionControl {
  readonly #memory = new SharedBudget({ maxCount: Number.POSITIVE_INFINITY, maxBytes: totalBytes, totalBytes });
  readonly #turns = new KeyedMutex();
  readonly #batches = new FairLimit({ maxRunning: 4, maxRunningPerKey: 3 });

  /**
   * Reserves memory for a request until the response is closed. Returns a function that reserves memory for each received chunk. `enter`
   * and the returned function throw HttpError 503 if no memory is available.
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
   * Runs `effect` as soon as the workspace may use a database connection. Batches with the same `queue` run one at a time, because they may
   * lock the same records.
   */
  write<Value>(workspaceId: string, queue: string | undefined, effect: () => Promise<Value>): Promise<Value> {
    const run = () => this.#batches.run(workspaceId, effect);
    return queue === undefined ? run() : this.#turns.runExclusive(queue, waitMs, late, run);
  }
}
