import type { Violations } from "@offergraph/shared/errors/user-error";
import { isUuid } from "@offergraph/shared/schema/formats";
import type { DiscountBodyPlacementInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { syncStatuses } from "./ranks.js";

export interface WantedPlacement {
  connectionId: string;
  child: Record<string, unknown> | null;
  /** Input path for a violation that the connection does not exist. */
  path: Path;
}

/** Changes to a code's placements. */
export interface PlacementPlan {
  /** Replaces all placements; undefined keeps them. */
  listed: readonly WantedPlacement[] | undefined;
  /** Added unless the code is already on that connection. */
  added: WantedPlacement | undefined;
}

/** Reads a body's `placements`, at most one per connection. Does not check that the connections exist. */
export function readPlacements(given: readonly DiscountBodyPlacementInput[], path: Path, violations: Violations): WantedPlacement[] {
  const wanted = new Map<string, WantedPlacement>();
  given.forEach(({ connectionId, child }, position) => {
    const at = [...path, "placements", position];
    if (child === null) violations.add([...at, "child"], "REQUIRED", "child must not be null; omit it instead.");
    const idPath = [...at, "connectionId"];
    if (violations.has(idPath)) return;
    const id = connectionId.toLowerCase();
    if (!isUuid(id)) addUnknownConnection(idPath, violations);
    else if (wanted.has(id)) violations.add(idPath, "TAKEN", "The list already has a placement on this connection.");
    else wanted.set(id, { connectionId: id, child: child ?? null, path: idPath });
  });
  return [...wanted.values()];
}

export function addUnknownConnection(path: Path, violations: Violations): void {
  violations.add(path, "NOT_FOUND", "There is no such connection in this workspace.");
}

/** Returns false for a placement on a manual connection, which is never pushed. */
export function isPushed({ syncStatus }: { syncStatus: number }): boolean {
  return syncStatus !== syncStatuses.indexOf("NOT_PUSHED");
}
