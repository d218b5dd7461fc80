import type { CountedViews } from "../../db/form-views.js";

/** Maximum number of entries, which limits the memory use. An entry counts one form's views at one placement on one day. */
const maxEntries = 20_000;

/** Counts views in memory until the counts are written to the database. */
export class PendingViews {
  readonly #workspaces = new Map<string, Map<string, CountedViews>>();
  #entries = 0;
  #dropped = 0;

  /** Adds views. At the maximum, drops views that would need a new entry. */
  add(workspaceId: string, { formId, placementId, day, count }: CountedViews): void {
    const entries = this.#workspaces.get(workspaceId) ?? new Map<string, CountedViews>();
    const key = `${formId} ${placementId} ${day}`;
    const entry = entries.get(key);
    if (entry) entry.count += count;
    else if (this.#entries >= maxEntries) this.#dropped += count;
    else {
      this.#workspaces.set(workspaceId, entries.set(key, { formId, placementId, day, count }));
      this.#entries += 1;
    }
  }

  workspaces(): string[] {
    return [...this.#workspaces.keys()];
  }

  /** Removes and returns the views of a workspace. */
  take(workspaceId: string): CountedViews[] {
    const views = [...(this.#workspaces.get(workspaceId)?.values() ?? [])];
    this.#workspaces.delete(workspaceId);
    this.#entries -= views.length;
    return views;
  }

  /** Returns the number of dropped views since the last call. */
  takeDropped(): number {
    const dropped = this.#dropped;
    this.#dropped = 0;
    return dropped;
  }
}
