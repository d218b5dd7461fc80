import type { DiscountCodeFields, Patch } from "./fields.js";
import type { StoredCode } from "./store-message.js";

/** The fields that a patch changes; one that sets what is there already changes nothing. */
export function changedFields(before: DiscountCodeFields, patch: Patch): (keyof DiscountCodeFields)[] {
  const keys = Object.keys(patch) as (keyof DiscountCodeFields)[];
  return keys.filter((key) => JSON.stringify(patch[key]) !== JSON.stringify(before[key]));
}

/** Of each field that stores are told of a code: whether the codes minted of it have it from the code. The others the team keeps for itself. */
const told: Record<Exclude<keyof StoredCode, "rowId"> | "aliasedCodes", boolean> = {
  code: false,
  aliasedCodes: false,
  title: true,
  displayName: true,
  valueKind: true,
  valuePercent: true,
  valueAmount: true,
  usageLimit: false,
  startAt: true,
  endsAt: true,
  oneTimePurchase: true,
  status: true,
  isPublic: false,
};

/** Whether stores that have a code are to be told when these of its fields change. */
export function concernsStores(changed: readonly string[]): boolean {
  return changed.some((field) => Object.hasOwn(told, field));
}

/** Whether they are to be told of the codes minted of it, too. */
export function concernsMinted(changed: readonly string[]): boolean {
  return Object.entries(told).some(([field, isMinted]) => isMinted && changed.includes(field));
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
