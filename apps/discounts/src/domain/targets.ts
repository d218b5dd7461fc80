import type { Violations } from "@offergraph/shared/errors/user-error";
import type { PlacementTargetBindInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { targetKinds } from "./ranks.js";

/** Something in a store's catalogue that a placement is narrowed to; `kind` is the rank of its kind. */
export interface Target {
  kind: number;
  externalRef: string;
  title: string | null;
}

/** What `targets` sets, in the order given. A thing that stands in the list already is a violation at the later place. */
export function readTargets(given: readonly PlacementTargetBindInput[], path: Path, violations: Violations): Target[] {
  const seen = new Set<string>();
  return given.map(({ kind, externalRef, title }, position) => {
    const thing = `${kind} ${externalRef}`;
    if (seen.has(thing)) violations.add([...path, position, "externalRef"], "TAKEN", `The list has this ${kind} already.`);
    seen.add(thing);
    return { kind: targetKinds.indexOf(kind), externalRef, title: title ?? null };
  });
}

/** Whether two lists narrow a placement to the same, under the same titles and in the same order. */
export function sameTargets(one: readonly Target[], other: readonly Target[]): boolean {
  const text = (targets: readonly Target[]) => JSON.stringify(targets.map(({ kind, externalRef, title }) => [kind, externalRef, title]));
  return text(one) === text(other);
}
