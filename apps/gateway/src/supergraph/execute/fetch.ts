import { isObject } from "@offergraph/shared/json/exact-json";
import type { FetchedKeys } from "../plan/fetched-keys.js";
import type { ReportMissing, Represent } from "../plan/requires.js";
import type { SubgraphClient } from "../subgraph-client.js";
import { entitiesAt, entityPaths, merge } from "./entities.js";
import type { ErrorCause } from "./errors.js";
import { failureOf, noteFailure, noteMissingInput, takeErrors } from "./failures.js";
import { requestEntities } from "./request-entities.js";
import type { JsonObject, Run } from "./run.js";
import { type Reply, readReply, requestBody, sendRequest } from "./subgraph-request.js";

export interface CompiledFetch {
  readonly subgraph: string;
  readonly client: SubgraphClient | undefined;
  /** First part of the request body, up to the variables. */
  readonly prefix: string;
  readonly variableNames: readonly string[];
  readonly isMutation: boolean;
  /** Path, in the merged data, of the objects to which the fetch adds fields. */
  readonly path: readonly (string | number)[];
  readonly keys: () => FetchedKeys;
  /** Returns an entity's representation, which identifies the entity in a subgraph. Undefined for a fetch of root fields. */
  readonly represent: Represent | undefined;
  /** Interface names that a subgraph with `@interfaceObject` can return as `__typename`. */
  readonly interfaces: ReadonlySet<string>;
  /** Maps keys of the subgraph's response to different keys in the merged data. */
  readonly rewrittenKeys: ReadonlyMap<string, string>;
}

export interface RewritingFetch extends CompiledFetch {
  readonly rewriteInput: ((value: unknown) => void) | undefined;
  readonly rewriteOutput: ((value: unknown) => void) | undefined;
}

/** Sends a subgraph request and merges the response. The promise never rejects, because `run` records failures. */
export async function runFetch(fetch: RewritingFetch, run: Run): Promise<void> {
  const entities = entitiesAt(run.data, fetch.path);
  if (entities.length === 0) return;
  if (fetch.represent) return mergeEntities(fetch, entities, run);
  const data = await requestRoot(fetch, entities, run);
  if (data) mergeRoot(fetch, data, entities);
}

/**
 * Sends the only subgraph request of an operation. Returns the unparsed body if the response has no errors. Otherwise,
 * merges data and errors into the result, and returns undefined.
 */
export async function runDirect(fetch: RewritingFetch, run: Run): Promise<Buffer | undefined> {
  const targets = [run.data];
  const sent = await sendRequest(fetch, requestBody(fetch, run, undefined), run, () => targets);
  if (!sent) return undefined;
  if (sent.status === 200 && sent.errorCount === "0") return sent.body;
  const reply = readReply(fetch, sent, run, () => targets);
  const data = reply && dataOf(fetch, reply, targets, run);
  if (data) mergeRoot(fetch, data, targets);
  return undefined;
}

/** Requests root fields and records errors. Returns undefined if the response has no data. */
export async function requestRoot(fetch: CompiledFetch, targets: readonly JsonObject[], run: Run): Promise<JsonObject | undefined> {
  const sent = await sendRequest(fetch, requestBody(fetch, run, undefined), run, () => targets);
  const reply = sent && readReply(fetch, sent, run, () => targets);
  return reply && dataOf(fetch, reply, targets, run);
}

function dataOf(fetch: CompiledFetch, reply: Reply, targets: readonly JsonObject[], run: Run): JsonObject | undefined {
  takeErrors(
    fetch,
    reply,
    run,
    () => targets,
    (path) => entityPaths(run.data, fetch.path).map((prefix) => [...prefix, ...path]),
  );
  return reply.data;
}

function mergeRoot(fetch: RewritingFetch, data: JsonObject, targets: readonly JsonObject[]): void {
  fetch.rewriteOutput?.(data);
  for (const target of targets) merge(target, data);
}

async function mergeEntities(fetch: RewritingFetch, entities: readonly JsonObject[], run: Run): Promise<void> {
  const positions = new Map<string, number[]>();
  representEach(fetch, entities, run, (representation, index, isBlocked) => {
    if (isBlocked) return;
    fetch.rewriteInput?.(representation);
    const text = JSON.stringify(representation);
    const same = positions.get(text);
    if (same) same.push(index);
    else positions.set(text, [index]);
  });
  if (positions.size === 0) return;
  const groups = [...positions.values()];
  const received = await requestEntities(fetch, { entities, groups, representations: positions.keys() }, run);
  if (!received) return;
  for (let group = 0; group < received.length; group++) {
    const entity = received[group];
    if (!isObject(entity)) continue;
    fetch.rewriteOutput?.(entity);
    for (const index of groups[group] as number[]) merge(entities[index] as JsonObject, entity);
  }
}

/**
 * Calls `take` with the representation of each entity. Omits entities for which the fetch has no fields. `isBlocked` is true if the
 * representation lacks a field because another fetch failed.
 */
export function representEach(
  fetch: CompiledFetch,
  entities: readonly JsonObject[],
  run: Run,
  take: (representation: JsonObject, index: number, isBlocked: boolean) => void,
): void {
  let cause: ErrorCause | undefined;
  const report: ReportMissing = (owner, key) => {
    cause ??= failureOf(run, owner, [key]);
  };
  const reportIfFailed = run.failedFetches.size > 0 ? report : undefined;
  for (let index = 0; index < entities.length; index++) {
    const entity = entities[index] as JsonObject;
    cause = undefined;
    const representation = fetch.represent?.(entity, reportIfFailed);
    if (typeof representation === "string") noteMissingInput(fetch, run, entity, representation);
    else if (representation) {
      if (cause) noteFailure(fetch, run, () => [entity], cause);
      take(representation, index, cause !== undefined);
    }
  }
}
