import type { Violations } from "@offergraph/shared/errors/user-error";
import type { PlacementTargetBindInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { targetKinds } from "./ordinals.js";

/** Catalog item to which a placement is restricted. `kind` is an ordinal. */
export interface Target {
  kind: number;
  externalRef: string;
  title: string | null;
}

export function readTargets(given: readonly PlacementTargetBindInput[], path: Path, violations: Violations): Target[] {
  const seen = new Set<string>();
  return given.map(({ kind, externalRef, title }, position) => {
    const thing = `${kind} ${externalRef}`;
    if (seen.has(thing)) violations.add([...path, position, "externalRef"], "TAKEN", `The list contains this ${kind} more than once.`);
    seen.add(thing);
    return { kind: targetKinds.indexOf(kind), externalRef, title: title ?? null };
  });
}

export function sameTargets(one: readonly Target[], other: readonly Target[]): boolean {
  const text = (targets: readonly Target[]) => JSON.stringify(targets.map(({ kind, externalRef, title }) => [kind, externalRef, title]));
  return text(one) === text(other);
}
