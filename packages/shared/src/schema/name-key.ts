/**
 * Returns the key under which a code or alias is unique in its workspace and found by other services. Names that differ only in case or
 * Unicode composition have the same key. The upper-casing step folds final sigma, whose lower case depends on its position; the first
 * lower-casing step turns ẞ into ß.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
