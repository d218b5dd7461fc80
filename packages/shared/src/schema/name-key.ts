/**
 * The key under which a code or an alias is unique in its workspace, and found by other services: two names have one key when they differ in case alone,
 * or in how an accented letter is composed. Upper case comes before the last lower case because lower case depends on the place
 * in the word (a final sigma is another letter), upper case does not; the first lower case makes ß of ẞ, which has no upper case.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toLowerCase().toUpperCase().toLowerCase().normalize("NFC");
}
