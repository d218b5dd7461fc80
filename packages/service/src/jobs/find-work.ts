/** A lookup that takes less time in milliseconds is always repeated. */
const cheapMs = 10;
/** The pause after a lookup, as a multiple of the lookup's time. */
const pauseFactor = 4;
const maxPauseMs = 2_000;

export interface WorkFinder {
  /** Returns the workspaces with pending work, ordered by urgency. */
  find(): Promise<string[]>;
  /** Reports that a batch of a workspace has ended, and whether more work may be pending. */
  ended(workspaceId: string, hasMore: boolean): void;
}

/**
 * After a slow lookup, returns for a while only the workspaces that had more work after their last batch, because a lookup reads all due rows
 * of all workspaces. `onLookup` gets the result of each lookup.
 */
export function workFinder(lookUp: () => Promise<string[]>, onLookup: (found: string[]) => void): WorkFinder {
  const unfinished = new Set<string>();
  let pausedUntil = Number.NEGATIVE_INFINITY;
  return {
    async find() {
      const began = performance.now();
      if (unfinished.size > 0 && began < pausedUntil) return [...unfinished];
      const found = await lookUp();
      const took = performance.now() - began;
      pausedUntil = took < cheapMs ? Number.NEGATIVE_INFINITY : performance.now() + Math.min(maxPauseMs, pauseFactor * took);
      unfinished.clear();
      onLookup(found);
      return found;
    },
    ended(workspaceId, hasMore) {
      if (hasMore) unfinished.add(workspaceId);
      else unfinished.delete(workspaceId);
    },
  };
}
