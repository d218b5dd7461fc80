import type { DiscountCodeFields, Patch } from "./fields.js";

/** The fields that a patch changes; one that sets what is there already changes nothing. */
export function changedFields(before: DiscountCodeFields, patch: Patch): (keyof DiscountCodeFields)[] {
  const keys = Object.keys(patch) as (keyof DiscountCodeFields)[];
  return keys.filter((key) => JSON.stringify(patch[key]) !== JSON.stringify(before[key]));
}

// What the team keeps for itself.
const untold: ReadonlySet<keyof DiscountCodeFields> = new Set(["origin", "publicTier", "tagNames"]);

/** Whether stores that have a code are to be told when these of its fields change. */
export function concernsStores(changed: readonly (keyof DiscountCodeFields)[]): boolean {
  return changed.some((field) => !untold.has(field));
}

interface StoredName {
  key: string;
  name: string;
  kind: string;
  aliasId: string | null;
  position: number;
}

/** How the names that are stored become the names that are wanted: what differs in any way is taken out and put in anew. */
export function changedNames<Wanted extends StoredName>(stored: readonly StoredName[], wanted: readonly Wanted[]) {
  const text = ({ key, name, kind, aliasId, position }: StoredName) => JSON.stringify([key, name, kind, aliasId, position]);
  const [storedTexts, wantedTexts] = [new Set(stored.map(text)), new Set(wanted.map(text))];
  return {
    removed: stored.filter((name) => !wantedTexts.has(text(name))),
    added: wanted.filter((name) => !storedTexts.has(text(name))),
  };
}
