import type { Logger } from "@offergraph/shared/log/logger";
import type { FetchedKeys } from "../plan/fetched-keys.js";
import type { Disconnection } from "./disconnection.js";
import type { ErrorCause, SourceError } from "./errors.js";

export type JsonObject = Record<string, unknown>;

export interface ExecutionRequest {
  /** Headers for every subgraph request, with the request id and trace. Includes the client's Idempotency-Key. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the headers of one subgraph request, as a list of alternating names and values. */
  readonly sign?: ((subgraph: string, body: string, isMutation: boolean) => readonly string[]) | undefined;
  /** True if the subgraphs must roll back mutations. */
  readonly isDryRun?: boolean;
  readonly requestId: string;
  /** Value of the header `traceparent`, if the trace is sampled. Each subgraph request then gets a span in this trace. */
  readonly traceparent?: string | undefined;
  readonly log: Logger;
  readonly disconnection?: Disconnection;
}

export interface Failure extends ErrorCause {
  /** Returns the keys that the failed fetch would have added. */
  readonly keys: () => FetchedKeys;
}

export interface Run {
  readonly data: JsonObject;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly request: ExecutionRequest;
  /** Headers of all subgraph requests, as a list of alternating names and values. */
  readonly headers: string[];
  /** Errors from subgraphs, with paths in `data`. */
  readonly errors: SourceError[];
  /** Failed fetches for each object of `data`. */
  readonly failedFetches: Map<object, Failure[]>;
  /** Keys that an object of `data` lacks because its record does not exist. */
  readonly deletedEntities: Map<object, (() => FetchedKeys)[]>;
  /** Dry run reports of the mutations, in the order of execution. */
  readonly dryRunReports: unknown[];
  readonly warnings: unknown[];
}

export function startRun(variables: Readonly<Record<string, unknown>>, request: ExecutionRequest): Run {
  const headers: string[] = [];
  for (const name in request.headers) headers.push(name, request.headers[name] as string);
  const found = { errors: [], failedFetches: new Map(), deletedEntities: new Map(), dryRunReports: [], warnings: [] };
  return { data: {}, variables, request, headers, ...found };
}
