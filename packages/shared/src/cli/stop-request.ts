/** Signals within this time count as one key press: npm forwards a terminal's Ctrl-C, so it arrives twice. */
const samePressMs = 1_000;
const names = ["SIGINT", "SIGTERM"] as const;

/** Aborts `signal` on the first SIGINT or SIGTERM. A later one gets its default action and ends the process at once. */
export function onStopRequest(): { signal: AbortSignal; dispose(): void } {
  const stop = new AbortController();
  let first: number | undefined;
  const handle = (name: NodeJS.Signals) => {
    first ??= performance.now();
    stop.abort();
    if (performance.now() - first <= samePressMs) return;
    dispose();
    process.kill(process.pid, name);
  };
  const dispose = () => {
    for (const name of names) process.off(name, handle);
  };
  for (const name of names) process.on(name, handle);
  return { signal: stop.signal, dispose };
}
