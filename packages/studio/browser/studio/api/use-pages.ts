import type { Page } from "@offergraph/sdk";
import { useCallback, useEffect, useRef, useState } from "react";
import { messageOf } from "./message.js";

export interface Pages<Item> {
  items: readonly Item[];
  /** The number of all records that match the filter, or undefined before the first page has arrived. */
  total: number | undefined;
  isLoading: boolean;
  /** The last request's error message, or undefined if the request succeeded. */
  problem: string | undefined;
  /** Loads the next page. The function is undefined after the last page, and while a page is loading. */
  more: (() => void) | undefined;
  reload(): void;
}

export interface PageRequest {
  first: number;
  after?: string;
}

export type LoadPage<Item> = (page: PageRequest, signal: AbortSignal) => PromiseLike<Page<Item>>;

const pageSize = 25;

interface Loaded<Item> {
  items: readonly Item[];
  total: number | undefined;
  /** Cursor of the next page, or null after the last page. */
  next: string | null;
}

const nothing = { items: [], total: undefined, next: null };

/** Loads a list page by page, and starts again whenever `name` changes. `name` contains all inputs of `load`. */
export function usePages<Item>(name: string, load: LoadPage<Item>, first = pageSize): Pages<Item> {
  const [loaded, setLoaded] = useState<Loaded<Item>>(nothing);
  const [isLoading, setLoading] = useState(true);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const abort = useRef(new AbortController());

  const read = useCallback(
    (before: Loaded<Item>) => {
      const { signal } = abort.current;
      setLoading(true);
      setProblem(undefined);
      const show = ({ nodes, pageInfo, totalCount }: Page<Item>) => {
        const next = pageInfo.hasNextPage ? pageInfo.endCursor : null;
        setLoaded({ items: [...before.items, ...nodes], total: totalCount ?? undefined, next });
      };
      const fail = (error: unknown) => {
        // Shows the records that were loaded before the failed request. After a change of the filter, `before` is empty.
        setLoaded(before);
        setProblem(messageOf(error));
      };
      const after = before.next === null ? {} : { after: before.next };
      Promise.resolve(latest.current({ first, ...after }, signal))
        .then(...guarded(signal, show, fail))
        .then(() => !signal.aborted && setLoading(false));
    },
    [first],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `name` stands for what `load` depends on, and `round` counts the reloads.
  useEffect(() => {
    abort.current = new AbortController();
    read(nothing);
    return () => abort.current.abort();
  }, [name, round, read]);

  const reload = useCallback(() => setRound((before) => before + 1), []);
  const more = loaded.next !== null && !isLoading ? () => read(loaded) : undefined;
  return { items: loaded.items, total: loaded.total, isLoading, problem, more, reload };
}

/** Returns callbacks that ignore results and errors that arrive after the list has changed. */
function guarded<Value>(signal: AbortSignal, show: (value: Value) => void, fail: (error: unknown) => void) {
  return [(value: Value) => void (signal.aborted || show(value)), (error: unknown) => void (signal.aborted || fail(error))] as const;
}
