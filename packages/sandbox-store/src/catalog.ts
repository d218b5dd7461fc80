import type { TargetKind } from "./protocol.js";

export interface CatalogItem {
  kind: TargetKind;
  externalRef: string;
  title: string;
}

const maxFound = 50;
const ranges = ["Summer", "Winter", "New Season", "Organic", "Kids", "Last Chance"];
const departments = ["Hoodies", "T-Shirts", "Wetsuits", "Surfboards", "Backpacks", "Beach Wear"];
const styles = ["Classic", "Organic", "Recycled", "Limited Edition", "Lightweight", "Heavy", "Kids", "Vintage"];
const things = ["Hoodie", "T-Shirt", "Wetsuit", "Longboard", "Backpack", "Swim Shorts", "Beach Towel", "Sun Hat", "Bottle", "Wax"];
const colours = ["Sand", "Ocean", "Coral"];
const plans = ["Wax Box", "Coffee Box", "Surf School", "Board Rental", "Beach Yoga", "Repair Plan", "Locker", "Club"];
const terms = ["Weekly", "Monthly", "Quarterly", "Yearly"];
const tiers = ["Basic", "Plus", "Family"];

/**
 * A realistic catalog. An item's reference depends only on the item's kind and title, so new items do not change the references of existing
 * items.
 */
export const catalog: readonly CatalogItem[] = [
  ...combine(ranges, departments).map((words) => item("COLLECTION", "Collection", words.join(" "))),
  ...combine(styles, things, colours).map(([style, thing, colour]) => item("PRODUCT", "Product", `${style} ${thing} – ${colour}`)),
  ...combine(plans, terms, tiers).map(([plan, term, tier]) => item("PRICE", "Price", `${plan} ${tier} – ${term}`)),
];

/**
 * Returns at most 50 items of a kind. Each title contains every word of the query. Ignores case. An empty query matches all items of the
 * kind.
 */
export function searchCatalog(kind: TargetKind, query: string): CatalogItem[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ title }: CatalogItem) => words.every((word) => title.toLowerCase().includes(word));
  return catalog.filter((one) => one.kind === kind && fits(one)).slice(0, maxFound);
}

function item(kind: TargetKind, type: string, title: string): CatalogItem {
  const slug = title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return { kind, externalRef: `gid://sandbox-store/${type}/${slug}`, title };
}

function combine(...lists: readonly string[][]): string[][] {
  return lists.reduce<string[][]>((rows, list) => rows.flatMap((row) => list.map((word) => [...row, word])), [[]]);
}
