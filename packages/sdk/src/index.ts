export { createClient, type Offergraph, type OffergraphOptions } from "./client.js";
export { ApiError, ConnectionError, OffergraphError, type ResponseError } from "./errors.js";
export type * from "./generated/operations.js";
export type * from "./generated/schema.js";
export type {
  CallOptions,
  DryRun,
  ListOptions,
  MutationOptions,
  MutationResult,
  Options,
  Page,
  PagePromise,
  Retry,
  Select,
  Warning,
} from "./types.js";
