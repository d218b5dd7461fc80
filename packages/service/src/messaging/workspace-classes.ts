import { allowance } from "../outbox/pace.js";

export type WorkspaceClass = "busy" | "other";

const windowMs = 60_000;
/** An event counts on receipt and after its processing, so a workspace becomes busy with `allowance` events. */
const busyFrom = 2 * allowance;

/**
 * Divides the workspaces of a consumer into busy workspaces, for example during an import, and all others. With these two classes as a
 * label, a metric shows if the events of all workspaces are late, and has few time series. A workspace is busy if the consumer received and
 * processed `allowance` events of the workspace in the current or the previous minute.
 */
export class WorkspaceClasses {
  #counts = new Map<string, number>();
  #busyBefore: ReadonlySet<string> = new Set();
  #startedAt: number;

  /** @param now Returns the time of a monotonic clock in milliseconds. */
  constructor(readonly now: () => number = () => performance.now()) {
    this.#startedAt = now();
  }

  /** Counts a received event. All events of a fetch are counted before the first of them is processed. */
  received(workspaceId: string): void {
    this.#count(workspaceId);
  }

  /** Counts a processed event, and returns the class of its workspace. */
  processed(workspaceId: string): WorkspaceClass {
    return this.#count(workspaceId) >= busyFrom || this.#busyBefore.has(workspaceId) ? "busy" : "other";
  }

  #count(workspaceId: string): number {
    const elapsed = this.now() - this.#startedAt;
    if (elapsed >= windowMs) this.#startWindow(elapsed);
    const count = (this.#counts.get(workspaceId) ?? 0) + 1;
    this.#counts.set(workspaceId, count);
    return count;
  }

  #startWindow(elapsed: number): void {
    const counts = elapsed < 2 * windowMs ? [...this.#counts] : [];
    this.#busyBefore = new Set(counts.filter(([, count]) => count >= busyFrom).map(([id]) => id));
    this.#counts = new Map();
    this.#startedAt += elapsed;
  }
}
