const longest = 60;

/** The slug that a title asks for: lower-case letters a-z, digits and single hyphens. A title that has none of these asks for "form". */
export function slugOf(title: string): string {
  const plain = title.toLowerCase().replaceAll("ß", "ss").replaceAll("æ", "ae").replaceAll("ø", "o").normalize("NFKD");
  const slug = plain
    .replace(/\p{Mark}/gu, "")
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
