import type { Logger } from "@offergraph/shared/log/logger";
import type { SourceError } from "./errors.js";

export type JsonObject = Record<string, unknown>;

/** What the caller of an operation brings along. */
export interface ExecutionRequest {
  /** Sent to every subgraph: the request id, the trace. */
  readonly headers: Readonly<Record<string, string>>;
  /** Makes a header's name and value that tell a subgraph on whose behalf a request with this body is. */
  readonly sign?: ((subgraph: string, body: string) => readonly [name: string, value: string]) | undefined;
  readonly requestId: string;
  /** Bound to the request. */
  readonly log: Logger;
  readonly signal?: AbortSignal;
}

/** A fetch that brought nothing. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** The keys it would have brought. */
  readonly keys: ReadonlySet<string>;
}

/** One run of a plan. */
export interface Run {
  /** What the subgraphs answered so far, merged. */
  readonly data: JsonObject;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly request: ExecutionRequest;
  /** The headers of every subgraph request, names and values in turn. */
  readonly headers: string[];
  /** What subgraphs reported, with paths in the keys of `data`. */
  readonly errors: SourceError[];
  /** The failures by the objects of `data` that miss their fields. */
  readonly unserved: Map<object, Failure[]>;
  /** The objects of `data` that stand for records which there are no more: a subgraph that was asked for them knows none. */
  readonly gone: Set<object>;
}

export function startRun(variables: Readonly<Record<string, unknown>>, request: ExecutionRequest): Run {
  const headers = ["content-type", "application/json", "accept", "application/json"];
  for (const name in request.headers) headers.push(name, request.headers[name] as string);
  return { data: {}, variables, request, headers, errors: [], unserved: new Map(), gone: new Set() };
}
