/** Milliseconds for which the events of a workspace with bulk writes may wait, and after which a pause between two bulk writes counts. */
const [maxMs, pauseMs] = [60_000, 10_000];

interface Use {
  running: number;
  startedAt: number;
  endedAt: number;
}

/**
 * The workspaces for which this process runs bulk writes, for example a stream of orders. The events of these workspaces wait in the outbox
 * (see `Pace`), so that the bulk writes get the processor time first. After a minute of bulk writes without a pause, the events no longer
 * wait, because the delay of the events would grow without limit.
 */
export class BulkWrites {
  readonly #uses = new Map<string, Use>();

  /** @param now Returns the time of a monotonic clock in milliseconds. */
  constructor(readonly now: () => number = () => performance.now()) {}

  /** Starts a bulk write. Returns a function that ends the bulk write. Further calls of the returned function have no effect. */
  begin(workspaceId: string): () => void {
    const startedAt = this.now();
    for (const [id, { running, endedAt }] of this.#uses) if (running === 0 && startedAt - endedAt > pauseMs) this.#uses.delete(id);
    const use = this.#uses.get(workspaceId) ?? { running: 0, startedAt, endedAt: startedAt };
    this.#uses.set(workspaceId, use);
    use.running += 1;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      use.running -= 1;
      use.endedAt = this.now();
    };
  }

  /** True if the events of the workspace must wait for a bulk write. */
  has(workspaceId: string): boolean {
    const use = this.#uses.get(workspaceId);
    return use !== undefined && use.running > 0 && this.now() - use.startedAt < maxMs;
  }
}
