const maxSeen = 100_000;

/** Collects the ids of workspaces that this process uses for the first time. */
export class WorkspaceSightings {
  readonly #seen = new Set<string>();
  readonly #pending = new Set<string>();
  #isCollecting = false;

  /** Starts to collect ids. Before the call of `collect`, `see` ignores all ids. */
  collect(): void {
    this.#isCollecting = true;
  }

  /** Adds the id of an existing workspace. Must be fast, because each use of the database calls `see`. */
  see(workspaceId: string): void {
    if (!this.#isCollecting || this.#seen.has(workspaceId)) return;
    // Limits the memory use. An id can be collected twice, which has no effect.
    if (this.#seen.size >= maxSeen) this.#seen.clear();
    this.#seen.add(workspaceId);
    this.#pending.add(workspaceId);
  }

  /** Passes the collected ids to `take`. If `take` rejects, the next call of `flush` passes the same ids again. */
  async flush(take: (workspaceIds: string[]) => Promise<void>): Promise<void> {
    const ids = [...this.#pending];
    if (ids.length === 0) return;
    await take(ids);
    for (const id of ids) this.#pending.delete(id);
  }
}
