import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "./message.js";

export type Data<Value> =
  | { state: "loading" }
  | { state: "failed"; message: string; reload(): void }
  /** While new data is loading, `isLoading` is true, and `value` is the previous data. */
  | { state: "ready"; value: Value; isLoading: boolean; reload(): void };

/** Loads data, and loads the data again whenever `name` changes. `name` contains all inputs of `load`. */
export function useData<Value>(name: string, load: (signal: AbortSignal) => Promise<Value>): Data<Value> {
  const [data, setData] = useState<Data<Value>>({ state: "loading" });
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const reload = useCallback(() => setRound((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for what `load` depends on, and `round` counts the reloads.
  useEffect(() => {
    const abort = new AbortController();
    setData((before) => (before.state === "ready" ? { ...before, isLoading: true } : { state: "loading" }));
    const show = (found: Data<Value>) => !abort.signal.aborted && setData(found);
    latest.current(abort.signal).then(
      (value) => show({ state: "ready", value, isLoading: false, reload }),
      (error: unknown) => show({ state: "failed", message: messageOf(error), reload }),
    );
    return () => abort.abort();
  }, [name, round, reload]);
  return data;
}
