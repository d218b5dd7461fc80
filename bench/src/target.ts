/** A server that a benchmark sends requests to. */
export interface Target {
  name: string;
  url: string;
  /** The processes whose CPU time counts as the server's own. */
  pid: number;
  /** Returns the headers of a request. Receives the body, because the headers may contain a signature of the body. */
  headers: (body: string) => Record<string, string>;
}

/** A running target that a benchmark has started. */
export interface StartedTarget extends Target {
  version: string;
  stop(): Promise<void>;
}

export interface Operation {
  name: string;
  query: string;
  /** Returns the variables of the n-th request. */
  variables: (index: number) => Record<string, unknown>;
}
