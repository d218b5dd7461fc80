/**
 * Returns the key by which a code or alias is unique. Names that differ only in case or Unicode composition have the same key.
 * toUpperCase() makes final sigma equal to sigma. The first toLowerCase() converts ẞ to ß, because toUpperCase() converts ß to SS, but does
 * not convert ẞ.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
