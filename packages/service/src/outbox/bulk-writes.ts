/**
 * The workspaces for which this process runs bulk writes, for example a stream of orders. The events of these workspaces wait in the outbox
 * (see `Pace`), so that the bulk writes get the processor time first.
 */
export class BulkWrites {
  readonly #running = new Map<string, number>();

  /** Starts a bulk write. Returns a function that ends the bulk write. Call the returned function once. */
  begin(workspaceId: string): () => void {
    this.#running.set(workspaceId, (this.#running.get(workspaceId) ?? 0) + 1);
    return () => {
      const left = (this.#running.get(workspaceId) ?? 1) - 1;
      if (left === 0) this.#running.delete(workspaceId);
      else this.#running.set(workspaceId, left);
    };
  }

  /** True if a bulk write of the workspace runs. */
  has(workspaceId: string): boolean {
    return this.#running.has(workspaceId);
  }
}
