import { transliterate } from "transliteration";

const longest = 60;
/** Each character becomes one at least, or nothing: more of a title is not needed. */
const longestRead = 1000;

/**
 * The slug that a title asks for: lower-case letters a-z, digits and single hyphens. Other scripts are written in Latin letters; a title
 * without letters and digits asks for "form".
 */
export function slugOf(title: string): string {
  const latin = title
    .toLowerCase()
    .replaceAll("ß", "ss")
    .replaceAll("æ", "ae")
    .replaceAll("ø", "o")
    .normalize("NFKD")
    .replace(/\p{Mark}/gu, "");
  const plain = transliterate(latin.slice(0, longestRead).normalize("NFC")).toLowerCase();
  const slug = plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
  return slug === "" ? "form" : slug;
}

/** The wanted slug, or the first of slug-2, slug-3 … that is free. */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
