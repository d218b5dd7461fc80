/**
 * The key under which a code or an alias is unique in its workspace: two names have one key when they differ in case alone,
 * or in how an accented letter is composed. Upper case comes first because lower case depends on the place in the word
 * (a final sigma is another letter), upper case does not.
 */
export function nameKey(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}
