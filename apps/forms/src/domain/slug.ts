import { transliterate } from "transliteration";

const longest = 60;
const longestRead = 1000;

/**
 * Returns the slug of a title. A slug has at most 60 characters: a-z, digits and single hyphens. Returns "form" for a title without letters
 * and digits.
 */
export function slugOf(title: string): string {
  const simple = title.toLowerCase().replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o");
  const latin = simple.normalize("NFKD").replace(/\p{Mark}/gu, "");
  const plain = transliterate(latin.slice(0, longestRead).normalize("NFC")).toLowerCase();
  const hyphened = plain.replace(/[^a-z0-9]+/g, "-").slice(0, longest);
  return hyphened.replace(/^-|-$/g, "") || "form";
}

export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
