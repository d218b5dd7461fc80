/** npm forwards the terminal's SIGINT, which this process also gets directly: signals within this time are the same key press. */
const samePressMs = 1_000;
const names = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Resolves at the first stop signal; calls `hurry` at each later one that is not a duplicate. */
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
