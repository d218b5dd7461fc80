import { setTimeout as sleep } from "node:timers/promises";

const maxMs = 1_500;

/**
 * Returns a function for the readiness check of a database. The function returns false if `query` fails or needs more than 1.5 seconds,
 * because the query of a suspended server never fails. Until a query ends, further checks wait for the same query.
 */
export function readinessCheck(query: () => Promise<unknown>, timeoutMs: number = maxMs): () => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  return async () => {
    running ??= query()
      .then(
        () => true,
        () => false,
      )
      .finally(() => {
        running = undefined;
      });
    const over = new AbortController();
    const timeout = sleep(timeoutMs, false, { signal: over.signal }).catch(() => false);
    try {
      return await Promise.race([running, timeout]);
    } finally {
      over.abort();
    }
  };
}
