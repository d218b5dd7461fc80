import type { Logger } from "@offergraph/shared/log/logger";

/** Minimum time between two log lines about failed batches. Without this limit, an outage would cause a log line for each workspace. */
const logIntervalMs = 60_000;

/** Logs failed batches of the background work `name`, and logs when all workspaces have recovered. */
export function failureLog(name: string, log: Logger) {
  /** Workspaces with pending work whose last batch failed. */
  const failing = new Set<string>();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    failed(workspaceId: string, { message: reason }: Error): void {
      failing.add(workspaceId);
      if (performance.now() - loggedAt < logIntervalMs) return;
      loggedAt = performance.now();
      log.warn({ work: name, workspaceId, failing: failing.size, reason }, "background work failed; retrying");
    },
    succeeded(workspaceId: string): void {
      if (!failing.delete(workspaceId) || failing.size > 0) return;
      loggedAt = Number.NEGATIVE_INFINITY;
      log.info({ work: name }, "background work recovered");
    },
    /** Removes the workspaces that no longer have pending work. */
    retain(found: readonly string[]): void {
      for (const workspaceId of failing) if (!found.includes(workspaceId)) failing.delete(workspaceId);
    },
  };
}
