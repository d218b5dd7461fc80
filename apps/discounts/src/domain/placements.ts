import type { Violations } from "@offergraph/shared/errors/user-error";
import { isUuid } from "@offergraph/shared/schema/formats";
import type { DiscountBodyPlacementInput } from "../generated/types.js";
import type { Path } from "./fields.js";

export type ProviderBlocks = Record<string, unknown>;

/** A placement that a write asks for. */
export interface WantedPlacement {
  connectionId: string;
  child: ProviderBlocks | null;
  /** Where to tell that there is no such connection. */
  path: Path;
}

const unstorable = /[\0\p{Surrogate}]/u;

/** What a body's `placements` sets: at most one for each connection. Whether the connections are there is for the database to say. */
export function readPlacements(given: readonly DiscountBodyPlacementInput[], path: Path, violations: Violations): WantedPlacement[] {
  const wanted = new Map<string, WantedPlacement>();
  given.forEach(({ connectionId, child }, position) => {
    const at = [...path, "placements", position];
    checkChild(child, [...at, "child"], violations);
    const idPath = [...at, "connectionId"];
    if (violations.has(idPath)) return;
    const id = connectionId.toLowerCase();
    if (!isUuid(id)) addUnknownConnection(idPath, violations);
    else if (wanted.has(id)) violations.add(idPath, "TAKEN", "The list places the code on this connection already.");
    else wanted.set(id, { connectionId: id, child: child ?? null, path: idPath });
  });
  return [...wanted.values()];
}

function checkChild(child: unknown, path: Path, violations: Violations): void {
  if (child === null) violations.add(path, "REQUIRED", "child may be left out, but not be null.");
  else if (!isStorable(child) && !violations.has(path))
    violations.add(path, "INVALID", "child is JSON of Unicode text without NUL and without half a surrogate pair.");
}

/** Whether PostgreSQL's jsonb takes it: it has no NUL and no lone surrogate in its texts. */
function isStorable(value: unknown): boolean {
  if (typeof value === "string") return !unstorable.test(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, inner]) => isStorable(key) && isStorable(inner));
}

export function addUnknownConnection(path: Path, violations: Violations): void {
  violations.add(path, "NOT_FOUND", "There is no such connection in this workspace.");
}
