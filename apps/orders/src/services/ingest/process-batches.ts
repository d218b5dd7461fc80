import type { EventDefinition } from "@offergraph/shared/contracts/define-event";
import type { Kind } from "./kind.js";
import { type PrepareOptions, prepareBatch } from "./prepare-batch.js";
import type { Received } from "./record.js";
import { LaneTurns, type Result, type WriteOptions, writeBatch } from "./write-batch.js";

export interface ProcessOptions<Sent, Emitted extends EventDefinition> extends PrepareOptions<Sent>, WriteOptions<Sent, Emitted> {
  kind: Kind<Sent, Emitted>;
  batches: AsyncIterable<Received<Sent>[]>;
}

/** Maximum number of batches that are written at the same time. The number of records in memory increases with this number. */
const maxRunning = 2;

/**
 * Writes batches and yields their results in the order received. Writes two batches at the same time if both are divided into lanes. Reads
 * only one batch ahead, which slows down a faster sender (backpressure).
 */
export async function* processBatches<Sent, Emitted extends EventDefinition>(
  options: ProcessOptions<Sent, Emitted>,
): AsyncGenerator<Result[]> {
  const batches = options.batches[Symbol.asyncIterator]();
  const running: Promise<Result[]>[] = [];
  const turns = new LaneTurns();
  let failure: { error: unknown } | undefined;
  let isInLanes = true;
  let coming = batches.next();
  try {
    for (;;) {
      const next = await firstOf(coming, running[0]);
      if (next === "written") {
        yield await (running.shift() as Promise<Result[]>);
        continue;
      }
      if (next.done) break;
      const prepared = await prepareBatch(options, next.value).catch((error: unknown) => ({ error }));
      if ("error" in prepared) {
        failure = prepared;
        break;
      }
      const maxOthers = isInLanes && prepared.isInLanes ? maxRunning - 1 : 0;
      while (running.length > maxOthers) yield await (running.shift() as Promise<Result[]>);
      isInLanes = prepared.isInLanes;
      running.push(handled(writeBatch(options, prepared, turns)));
      coming = handled(batches.next());
    }
    for (const results of running) yield await results;
    if (failure) throw failure.error;
  } finally {
    void batches.return?.()?.catch(() => undefined);
    await Promise.allSettled(running);
  }
}

/**
 * Waits for the next batch, or until the oldest running batch is written or has failed. Rejects with an error of the sender only if no
 * batch is running, so that the results of earlier batches are yielded first.
 */
function firstOf<Next>(coming: Promise<Next>, oldest: Promise<unknown> | undefined): Promise<Next | "written"> {
  if (!oldest) return coming;
  const written = oldest.then(
    () => "written" as const,
    () => "written" as const,
  );
  return Promise.race([coming.catch(() => written), written]);
}

/** Prevents an unhandled rejection of a promise that is awaited later. */
function handled<Value>(promise: Promise<Value>): Promise<Value> {
  promise.catch(() => undefined);
  return promise;
}
