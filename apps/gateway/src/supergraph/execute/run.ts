import type { Logger } from "@offergraph/shared/log/logger";
import type { SourceError } from "./errors.js";

export type JsonObject = Record<string, unknown>;

export interface ExecutionRequest {
  /** Headers that the gateway sends to every subgraph: request id and trace. */
  readonly headers: Readonly<Record<string, string>>;
  readonly sign?: ((subgraph: string, body: string) => readonly [name: string, value: string]) | undefined;
  readonly requestId: string;
  readonly log: Logger;
  readonly signal?: AbortSignal;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
  /** Keys of the response that are missing because of the failure. */
  readonly keys: ReadonlySet<string>;
}

export interface Run {
  readonly data: JsonObject;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly request: ExecutionRequest;
  /** Headers of every subgraph request. Each name is followed by its value. */
  readonly headers: string[];
  /** Subgraph errors. The paths use the keys of `data`. */
  readonly errors: SourceError[];
  /** Maps an object of `data` to the failed fetches that would have added fields to the object. */
  readonly failedFetches: Map<object, Failure[]>;
  /** Objects of `data` for which a subgraph returned null, because the subgraph had deleted the record. */
  readonly deletedEntities: Set<object>;
}

export function startRun(variables: Readonly<Record<string, unknown>>, request: ExecutionRequest): Run {
  const headers = ["content-type", "application/json", "accept", "application/json"];
  for (const name in request.headers) headers.push(name, request.headers[name] as string);
  return { data: {}, variables, request, headers, errors: [], failedFetches: new Map(), deletedEntities: new Set() };
}
