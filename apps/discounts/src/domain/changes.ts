import type { DiscountCodeFields, Patch } from "./fields.js";
import type { Name } from "./names.js";
import type { StoredCode } from "./store-message.js";

export function changedFields(before: DiscountCodeFields, patch: Patch): (keyof DiscountCodeFields)[] {
  const keys = Object.keys(patch) as (keyof DiscountCodeFields)[];
  return keys.filter((key) => JSON.stringify(patch[key]) !== JSON.stringify(before[key]));
}

/** The fields that stores receive. True for fields that minted codes inherit. */
const publishedFields: Record<Exclude<keyof StoredCode, "rowId"> | "aliasedCodes", boolean> = {
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

export function affectsStores(changed: readonly string[]): boolean {
  return changed.some((field) => Object.hasOwn(publishedFields, field));
}

/** Returns true if changes to these fields also require pushes of minted codes. */
export function affectsMinted(changed: readonly string[]): boolean {
  return Object.entries(publishedFields).some(([field, isMinted]) => isMinted && changed.includes(field));
}

type StoredName = Omit<Name, "path">;

/** Compares stored and new names. For a changed name, `removed` has the stored fields and `added` has the new fields. */
export function changedNames<Added extends StoredName>(stored: readonly StoredName[], given: readonly Added[]) {
  const text = ({ key, name, kind, aliasId, position }: StoredName) => JSON.stringify([key, name, kind, aliasId, position]);
  const [storedTexts, givenTexts] = [new Set(stored.map(text)), new Set(given.map(text))];
  return {
    removed: stored.filter((name) => !givenTexts.has(text(name))),
    added: given.filter((name) => !storedTexts.has(text(name))),
  };
}
