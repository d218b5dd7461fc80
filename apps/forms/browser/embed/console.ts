export function debug(...words: unknown[]): void {
  // biome-ignore lint/suspicious/noConsole: The console is the only place to report errors on other sites.
  console.debug("Offergraph:", ...words);
}

/** Logs a problem that the website's developer must fix. */
export function warn(words: string): void {
  // biome-ignore lint/suspicious/noConsole: The website's developers read warnings in the console.
  console.warn("Offergraph:", words);
}

/** Logs errors instead of throwing them into the website's code. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch (error) {
    debug(error);
  }
}
