/** Maximum number of records in a batch of bulk work. */
export const maxBatch = 500;
const shared = 50;
const activeMs = 1_000;

interface Use {
  workspaceId: string;
  at: number;
}

/**
 * Chooses the batch size of bulk work. Large batches need less CPU time, but they block the requests of other workspaces. Batches are
 * therefore small while another workspace uses the same process.
 */
export class BatchSizes {
  /** The last use, and the last use by a different workspace. */
  #last: Use = { workspaceId: "", at: Number.NEGATIVE_INFINITY };
  #previous = this.#last;

  /** @param now Returns the time of a monotonic clock in milliseconds. */
  constructor(readonly now: () => number = () => performance.now()) {}

  /** Records that a workspace uses this process. Must be fast, because each transaction calls `note`. */
  note(workspaceId: string): void {
    const at = this.now();
    if (workspaceId !== this.#last.workspaceId) this.#previous = this.#last;
    this.#last = { workspaceId, at };
  }

  /** Returns the maximum number of records in a batch of the workspace: 50 if another workspace was active within a second, or else 500. */
  of(workspaceId: string): number {
    const other = this.#last.workspaceId === workspaceId ? this.#previous : this.#last;
    return this.now() - other.at < activeMs ? shared : maxBatch;
  }
}
