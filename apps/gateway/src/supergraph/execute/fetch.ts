import { isObject } from "@offergraph/shared/json/exact-json";
import type { SubgraphReply } from "../connections/response-reader.js";
import type { SubgraphClient } from "../subgraph-client.js";
import { entitiesAt, entityPaths, merge } from "./entities.js";
import { internal, isPublic, noDryRun, readSourceError, unanswered, unavailable } from "./errors.js";
import type { Failure, JsonObject, Run } from "./run.js";

export interface CompiledFetch {
  readonly subgraph: string;
  readonly client: SubgraphClient | undefined;
  /** First part of the request body, up to the variables. */
  readonly prefix: string;
  readonly variableNames: readonly string[];
  readonly isMutation: boolean;
  /** Path, in the merged data, of the objects to which the fetch adds fields. */
  readonly path: readonly (string | number)[];
  readonly keys: ReadonlySet<string>;
  /**
   * Returns an entity's representation, which contains the key fields by which a subgraph finds the entity. Undefined if the fetch selects
   * root fields.
   */
  readonly represent: ((entity: JsonObject) => JsonObject | "missing" | undefined) | undefined;
  readonly rewriteInput: ((value: unknown) => void) | undefined;
  readonly rewriteOutput: ((value: unknown) => void) | undefined;
  /** Maps keys of the subgraph's response to different keys in the merged data. */
  readonly rewrittenKeys: ReadonlyMap<string, string>;
}

interface Reply {
  data: JsonObject | undefined;
  errors: readonly unknown[];
}

/** Sends a subgraph request and merges the response. The promise never rejects, because `run` records failures. */
export async function runFetch(fetch: CompiledFetch, run: Run): Promise<void> {
  const entities = entitiesAt(run.data, fetch.path);
  if (entities.length === 0) return;
  if (fetch.represent) await fetchEntities(fetch, fetch.represent, entities, run);
  else await fetchRoot(fetch, entities, run);
}

/**
 * Sends the only subgraph request of an operation. Returns the unparsed body of a response without errors. Merges a response with errors,
 * and returns undefined.
 */
export async function runDirect(fetch: CompiledFetch, run: Run): Promise<Buffer | undefined> {
  const sent = await ask(fetch, requestBody(fetch, run, undefined), run, [run.data]);
  if (!sent) return undefined;
  if (sent.status === 200 && sent.errorCount === "0") return sent.body;
  const reply = read(fetch, sent, run, [run.data]);
  if (reply) takeRoot(fetch, reply, [run.data], run);
  return undefined;
}

async function fetchRoot(fetch: CompiledFetch, targets: readonly JsonObject[], run: Run): Promise<void> {
  const sent = await ask(fetch, requestBody(fetch, run, undefined), run, targets);
  const reply = sent && read(fetch, sent, run, targets);
  if (reply) takeRoot(fetch, reply, targets, run);
}

function takeRoot(fetch: CompiledFetch, reply: Reply, targets: readonly JsonObject[], run: Run): void {
  takeErrors(fetch, reply, run, targets, (path) => entityPaths(run.data, fetch.path).map((prefix) => [...prefix, ...path]));
  if (!reply.data) return;
  fetch.rewriteOutput?.(reply.data);
  for (const target of targets) merge(target, reply.data);
}

async function fetchEntities(
  fetch: CompiledFetch,
  represent: NonNullable<CompiledFetch["represent"]>,
  entities: readonly JsonObject[],
  run: Run,
): Promise<void> {
  const positions = representations(fetch, represent, entities);
  if (positions.size === 0) return;
  const groups = [...positions.values()];
  const targets = groups.flat().map((index) => entities[index] as JsonObject);
  const sent = await ask(fetch, requestBody(fetch, run, [...positions.keys()]), run, targets);
  const reply = sent && read(fetch, sent, run, targets);
  if (!reply) return;
  const received = reply.data?._entities;
  if (reply.data && !(Array.isArray(received) && received.length === groups.length)) {
    fail(fetch, run, targets, new Error(`The list _entities does not have ${groups.length} items`), internal);
    return;
  }
  let paths: (string | number)[][] | undefined;
  takeErrors(fetch, reply, run, targets, (path) => {
    const group = path[0] === "_entities" && typeof path[1] === "number" ? groups[path[1]] : undefined;
    if (!group) return [];
    paths ??= entityPaths(run.data, fetch.path);
    return group.map((index) => [...(paths?.[index] ?? []), ...path.slice(2)]);
  });
  if (!Array.isArray(received)) return;
  const isWhole = reply.errors.length === 0;
  for (const [group, entity] of received.entries()) {
    const same = (groups[group] as number[]).map((index) => entities[index] as JsonObject);
    if (isObject(entity)) {
      fetch.rewriteOutput?.(entity);
      for (const target of same) merge(target, entity);
    } else if (entity === null && isWhole) for (const target of same) run.deletedEntities.add(target);
  }
}

/** Maps the JSON of each distinct representation to the indexes of the matching items in `entities`. */
function representations(
  fetch: CompiledFetch,
  represent: NonNullable<CompiledFetch["represent"]>,
  entities: readonly JsonObject[],
): Map<string, number[]> {
  const positions = new Map<string, number[]>();
  for (const [index, entity] of entities.entries()) {
    const representation = represent(entity);
    if (representation === undefined || representation === "missing") continue;
    fetch.rewriteInput?.(representation);
    const text = JSON.stringify(representation);
    const same = positions.get(text);
    if (same) same.push(index);
    else positions.set(text, [index]);
  }
  return positions;
}

function requestBody(fetch: CompiledFetch, run: Pick<Run, "variables">, representations: readonly string[] | undefined): string {
  let variables = "";
  for (const name of fetch.variableNames) {
    const value = run.variables[name];
    if (value !== undefined) variables += `${variables === "" ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  if (representations) variables += `${variables === "" ? "" : ","}"representations":[${representations.join(",")}]`;
  return `${fetch.prefix}{${variables}}}`;
}

/** Sends a subgraph request. If no response arrives, records the failure and returns undefined. */
async function ask(fetch: CompiledFetch, body: string, run: Run, targets: readonly JsonObject[]): Promise<SubgraphReply | undefined> {
  try {
    if (!fetch.client) throw new Error("SUBGRAPHS has no URL for this subgraph");
    const signed = run.request.sign?.(fetch.subgraph, body, fetch.isMutation);
    const headers = signed ? [...run.headers, ...signed] : run.headers;
    const disconnection = fetch.isMutation ? undefined : run.request.disconnection;
    return await fetch.client.send({ body, headers, isRepeatable: !fetch.isMutation, disconnection });
  } catch (error) {
    fail(fetch, run, targets, error);
    return undefined;
  }
}

/** Parses a response. If the response is not valid GraphQL, records the failure and returns undefined. */
function read(fetch: CompiledFetch, reply: SubgraphReply, run: Run, targets: readonly JsonObject[]): Reply | undefined {
  try {
    if (reply.status >= 500) throw new Error(`HTTP status ${reply.status}`);
    const answer: unknown = JSON.parse(reply.body.toString());
    const { data, errors, extensions } = isObject(answer) ? answer : {};
    if (isObject(extensions)) takeExtensions(extensions, fetch, run);
    if (!Array.isArray(errors) && !isObject(data)) throw new Error("Response has neither data nor errors");
    return { data: isObject(data) ? data : undefined, errors: Array.isArray(errors) ? errors : [] };
  } catch (error) {
    fail(fetch, run, targets, error);
    return undefined;
  }
}

function takeExtensions({ dryRun, warnings }: JsonObject, fetch: CompiledFetch, { request, dryRunReports, warnings: found }: Run): void {
  const reports = isObject(dryRun) && Array.isArray(dryRun.mutations) ? dryRun.mutations : [];
  if (request.isDryRun && fetch.isMutation) dryRunReports.push(...reports);
  if (Array.isArray(warnings)) found.push(...warnings);
}

/** Records each error of a subgraph, once for each path in the merged data that the error affects. */
function takeErrors(
  fetch: CompiledFetch,
  reply: Reply,
  run: Run,
  targets: readonly JsonObject[],
  rebase: (path: (string | number)[]) => (string | number)[][],
): void {
  for (const entry of reply.errors) {
    const error = readSourceError(entry, (path) => path.map((part) => fetch.rewrittenKeys.get(String(part)) ?? part));
    const paths = error.path ? rebase([...error.path]) : [];
    if (!isPublic(error)) logFailure(fetch, run, "Subgraph reported an error", error.message || "no message");
    if (paths.length > 0) for (const path of paths) run.errors.push({ ...error, path });
    else if (reply.data) run.errors.push({ ...error, path: undefined });
    else if (run.request.isDryRun && fetch.isMutation && error.extensions.code === "PRINCIPAL_INVALID") note(fetch, run, targets, noDryRun);
    else note(fetch, run, targets, isPublic(error) ? { code: String(error.extensions.code), message: error.message } : internal);
  }
}

function fail(
  fetch: CompiledFetch,
  run: Run,
  targets: readonly JsonObject[],
  error: unknown,
  cause: { code: string; message: string } = fetch.isMutation && !run.request.isDryRun ? unanswered : unavailable,
): void {
  // A query is aborted if the client disconnects. The gateway does not log the aborted request, because the subgraph has not failed.
  const isGivenUp = run.request.disconnection?.isOver === true && !fetch.isMutation;
  if (!isGivenUp) logFailure(fetch, run, "Subgraph request failed", error instanceof Error ? error.message : String(error));
  note(fetch, run, targets, cause);
}

function note(fetch: CompiledFetch, run: Run, targets: readonly JsonObject[], cause: { code: string; message: string }): void {
  const failure: Failure = { ...cause, keys: fetch.keys };
  for (const target of targets) {
    const present = run.failedFetches.get(target);
    if (present) present.push(failure);
    else run.failedFetches.set(target, [failure]);
  }
}

function logFailure(fetch: CompiledFetch, run: Run, message: string, reason: string): void {
  run.request.log.error({ subgraph: fetch.subgraph, reason }, message);
}
