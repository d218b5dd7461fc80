/**
 * Returns the key by which a code or alias is unique. Names that differ in case or Unicode composition have the same key. Upper-casing
 * folds final sigma; the first lower-casing converts ẞ to ß.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
