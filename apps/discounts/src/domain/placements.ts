import type { Violations } from "@offergraph/shared/errors/user-error";
import { isUuid } from "@offergraph/shared/schema/formats";
import type { DiscountBodyPlacementInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { syncStatuses } from "./ranks.js";

export type ProviderBlocks = Record<string, unknown>;

/** A placement that a write asks for. */
export interface WantedPlacement {
  connectionId: string;
  child: ProviderBlocks | null;
  /** Where to tell that there is no such connection. */
  path: Path;
}

/** What a body's `placements` sets: at most one for each connection. Whether the connections are there is for the database to say. */
export function readPlacements(given: readonly DiscountBodyPlacementInput[], path: Path, violations: Violations): WantedPlacement[] {
  const wanted = new Map<string, WantedPlacement>();
  given.forEach(({ connectionId, child }, position) => {
    const at = [...path, "placements", position];
    if (child === null) violations.add([...at, "child"], "REQUIRED", "child may be left out, but not be null.");
    const idPath = [...at, "connectionId"];
    if (violations.has(idPath)) return;
    const id = connectionId.toLowerCase();
    if (!isUuid(id)) addUnknownConnection(idPath, violations);
    else if (wanted.has(id)) violations.add(idPath, "TAKEN", "The list places the code on this connection already.");
    else wanted.set(id, { connectionId: id, child: child ?? null, path: idPath });
  });
  return [...wanted.values()];
}

export function addUnknownConnection(path: Path, violations: Violations): void {
  violations.add(path, "NOT_FOUND", "There is no such connection in this workspace.");
}

/** Whether a placement is pushed to a store at all: one on a manual connection never is. */
export function isPushed({ syncStatus }: { syncStatus: number }): boolean {
  return syncStatus !== syncStatuses.indexOf("NOT_PUSHED");
}
