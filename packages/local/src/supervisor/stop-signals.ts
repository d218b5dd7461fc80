/** npm passes the terminal's SIGINT on to us, who got it already: what follows within this time is the same key press. */
const samePressMs = 1_000;
const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves at the first signal to stop; `hurry` is called at each later one that is not its echo. */
export function onStopSignals(hurry: () => void): { signal: Promise<void>; dispose(): void } {
  let first: number | undefined;
  let resolve: () => void = () => undefined;
  const signal = new Promise<void>((done) => {
    resolve = done;
  });
  const handle = () => {
    const now = performance.now();
    if (first === undefined) {
      first = now;
      resolve();
    } else if (now - first > samePressMs) hurry();
  };
  for (const name of names) process.on(name, handle);
  return {
    signal,
    dispose: () => {
      for (const name of names) process.off(name, handle);
    },
  };
}
