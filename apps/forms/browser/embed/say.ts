/** Tells whoever looks into the browser's console; visitors see nothing of it. */
export function say(...words: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: On other people's pages the console is the only place to say something.
  console.debug("Offergraph:", ...words);
}

/** What has to be put right by whoever installed the script. */
export function warn(words: string): void {
  // biome-ignore lint/suspicious/noConsole: As above.
  console.warn("Offergraph:", words);
}

/** Whatever goes wrong here is no business of the page's. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    say(error);
  }
}
