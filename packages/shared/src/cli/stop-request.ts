/** A terminal's Ctrl-C reaches us twice where npm stands between and passes it on: what follows within this time is the same key press. */
const samePressMs = 1_000;
const names = ["SIGINT", "SIGTERM"] as const;

/** Aborts `signal` when the process is told to stop; who tells it again does not want to wait, and ends it as it would be without us. */
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
