import type { DiscountCodeFields, Patch } from "./fields.js";
import type { StoredCode } from "./store-message.js";

export function changedFields(before: DiscountCodeFields, patch: Patch): (keyof DiscountCodeFields)[] {
  const keys = Object.keys(patch) as (keyof DiscountCodeFields)[];
  return keys.filter((key) => JSON.stringify(patch[key]) !== JSON.stringify(before[key]));
}

/** The fields that stores receive; true if codes minted from the discount code inherit the field. */
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

export function concernsStores(changed: readonly string[]): boolean {
  return changed.some((field) => Object.hasOwn(publishedFields, field));
}

/** Returns true if a change of these fields also affects pushes of minted codes. */
export function concernsMinted(changed: readonly string[]): boolean {
  return Object.entries(publishedFields).some(([field, isMinted]) => isMinted && changed.includes(field));
}

interface StoredName {
  key: string;
  name: string;
  kind: string;
  aliasId: string | null;
  position: number;
}

/** Compares stored and wanted names; a name that differs in any field is both removed and added. */
export function changedNames<Wanted extends StoredName>(stored: readonly StoredName[], wanted: readonly Wanted[]) {
  const text = ({ key, name, kind, aliasId, position }: StoredName) => JSON.stringify([key, name, kind, aliasId, position]);
  const [storedTexts, wantedTexts] = [new Set(stored.map(text)), new Set(wanted.map(text))];
  return {
    removed: stored.filter((name) => !wantedTexts.has(text(name))),
    added: wanted.filter((name) => !storedTexts.has(text(name))),
  };
}
