import { transliterate } from "transliteration";

const longest = 60;
/** Longer titles are cut before transliteration. */
const longestRead = 1000;

/**
 * Slug of a title: a-z, digits and single hyphens, at most 60 characters. Other scripts are transliterated. "form" if nothing is left.
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

/** The wanted slug, or the first free one of slug-2, slug-3, … */
export function freeSlug(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!taken.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}
