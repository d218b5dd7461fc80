/** Signals within this time count as one, because the terminal and npm each send a signal after Ctrl-C. */
const samePressMs = 1_000;
const usual: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

/**
 * The returned AbortSignal aborts on the first signal in `names`. A later signal calls `repeated`, or ends the process if `repeated` is
 * absent.
 */
export function onStopRequest(repeated?: () => void, names = usual): { signal: AbortSignal; dispose(): void } {
  const stop = new AbortController();
  let first: number | undefined;
  const handle = (name: NodeJS.Signals) => {
    first ??= performance.now();
    stop.abort();
    if (performance.now() - first <= samePressMs) return;
    if (repeated) return repeated();
    dispose();
    process.kill(process.pid, name);
  };
  const dispose = () => {
    for (const name of names) process.off(name, handle);
  };
  for (const name of names) process.on(name, handle);
  return { signal: stop.signal, dispose };
}
