/**
 * Key under which a code or alias is unique; equal for names that differ in case or Unicode composition. Upper-casing folds final sigma,
 * the first lower-casing turns ẞ into ß.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
