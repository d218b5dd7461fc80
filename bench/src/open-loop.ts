import { pace } from "../load/pace.js";

export interface OpenLoop {
  /** Requests per second. */
  rate: number;
  seconds: number;
  /** Sends the n-th request and resolves when its response is complete. */
  request(index: number): Promise<void>;
}

/**
 * Sends requests at a constant rate, regardless of responses. Returns latencies in milliseconds from the intended send times, including
 * waits for a connection. Throws the first error.
 */
export async function openLoop({ rate, seconds, request }: OpenLoop): Promise<number[]> {
  const latencies: number[] = [];
  const pending: Promise<void>[] = [];
  const failures: unknown[] = [];
  await pace({
    ...{ rate, seconds },
    continues: () => failures.length === 0,
    send(intended) {
      const done = request(pending.length).then(
        () => void latencies.push(performance.now() - intended),
        (error: unknown) => void failures.push(error),
      );
      pending.push(done);
    },
  });
  await Promise.all(pending);
  if (failures.length > 0) throw failures[0];
  return latencies;
}
