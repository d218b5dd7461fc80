import { type ComponentType, useSyncExternalStore } from "react";

export interface PageProps {
  /** The id or slug of the record, or "" on the page of a list. */
  id: string;
  /** The query parameters of the page, which contain the filters of a list. */
  query: URLSearchParams;
}

/** The pages of one kind of record: the list of records, and the page of one record. */
export interface Route {
  /** First segment of the path, for example "codes". */
  folder: string;
  /** Text of the link in the navigation. */
  title: string;
  List: ComponentType<PageProps>;
  Page?: ComponentType<PageProps>;
}

const paged = /^#\/([^?]*)(?:\?(.*))?$/;

/**
 * Returns the segments of the current path, and its query. Other URL fragments do not change the page, for example the fragment of the skip
 * link.
 */
export function useRoute(start: string): { path: string[]; query: URLSearchParams } {
  const [, path = "", query = ""] = paged.exec(useSyncExternalStore(watch, read)) ?? [];
  const segments = path.split("/").filter(Boolean).map(decode);
  return { path: segments.length > 0 ? segments : [start], query: new URLSearchParams(query) };
}

let last = "";

function read(): string {
  if (paged.test(location.hash) || location.hash === "") last = location.hash;
  return last;
}

function watch(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns the address of a page, for example "#/codes/01a1…". */
export function linkTo(folder: string, id?: string): string {
  return id === undefined ? `#/${folder}` : `#/${folder}/${encodeURIComponent(id)}`;
}

/** Changes parameters in the query of the current page, and removes parameters with empty values. Adds no entry to the browser history. */
export function replaceQuery(changes: Readonly<Record<string, string>>): void {
  const [, path = "", before = ""] = paged.exec(last) ?? [];
  const query = new URLSearchParams(before);
  for (const [name, value] of Object.entries(changes)) {
    if (value === "") query.delete(name);
    else query.set(name, value);
  }
  const text = query.toString();
  history.replaceState(null, "", `#/${path}${text && `?${text}`}`);
  dispatchEvent(new Event("hashchange"));
}
