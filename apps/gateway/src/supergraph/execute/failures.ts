import { hasKeys } from "../plan/fetched-keys.js";
import { type ErrorCause, internal, isPublic, noDryRun, readSourceError, unanswered, unavailable } from "./errors.js";
import type { CompiledFetch } from "./fetch.js";
import type { JsonObject, Run } from "./run.js";
import type { Reply } from "./subgraph-request.js";

type Path = (string | number)[];

/** Returns the objects of the merged data to which a fetch adds fields. */
export type Targets = () => readonly JsonObject[];

/** Records each subgraph error for each affected path in the merged data. */
export function takeErrors(fetch: CompiledFetch, reply: Reply, run: Run, targets: Targets, rebase: (path: Path) => Path[]): void {
  for (const entry of reply.errors) {
    const error = readSourceError(entry, (path) => path.map((part) => fetch.rewrittenKeys.get(String(part)) ?? part));
    const paths = error.path ? rebase([...error.path]) : [];
    if (!isPublic(error)) logFailure(fetch, run, "Subgraph reported an error", error.message || "no message");
    if (paths.length > 0) for (const path of paths) run.errors.push({ ...error, path });
    else if (reply.data) run.errors.push({ ...error, path: undefined });
    else if (run.request.isDryRun && fetch.isMutation && error.extensions.code === "PRINCIPAL_INVALID")
      noteFailure(fetch, run, targets, noDryRun);
    else noteFailure(fetch, run, targets, isPublic(error) ? { code: String(error.extensions.code), message: error.message } : internal);
  }
}

/** Logs and records a failed fetch. */
export function failFetch(
  fetch: CompiledFetch,
  run: Run,
  targets: Targets,
  error: unknown,
  cause: ErrorCause = fetch.isMutation && !run.request.isDryRun ? unanswered : unavailable,
): void {
  // Aborted requests are not logged: the client disconnected, and the subgraph did not fail.
  const isGivenUp = run.request.disconnection?.isOver === true && !fetch.isMutation;
  if (!isGivenUp) logFailure(fetch, run, "Subgraph request failed", error instanceof Error ? error.message : String(error));
  noteFailure(fetch, run, targets, cause);
}

/** Records why objects of the merged data lack the fields of a fetch. */
export function noteFailure(fetch: CompiledFetch, run: Run, targets: Targets, cause: ErrorCause): void {
  const failure = { code: cause.code, message: cause.message, keys: fetch.keys };
  for (const target of targets()) append(run.failedFetches, target, failure);
}

/** Records that objects lack the fields of a fetch, because their records do not exist. */
export function noteDeleted(fetch: CompiledFetch, run: Run, targets: Targets): void {
  for (const target of targets()) append(run.deletedEntities, target, fetch.keys);
}

/** Records that an entity lacks the fields of a fetch, because a required field has no value. */
export function noteMissingInput(fetch: CompiledFetch, run: Run, entity: JsonObject, input: string): void {
  const failure = failureOf(run, entity, [input]);
  if (failure) noteFailure(fetch, run, () => [entity], failure);
  else if (isDeleted(run, entity, [input])) noteDeleted(fetch, run, () => [entity]);
}

/** Returns the failure that caused a missing value. */
export function failureOf(run: Run, owner: object, path: readonly string[]): ErrorCause | undefined {
  return run.failedFetches.get(owner)?.find(({ keys }) => hasKeys(keys(), path));
}

/** True if the value at a path is missing because the record does not exist. */
export function isDeleted(run: Run, owner: object, path: readonly string[]): boolean {
  return run.deletedEntities.get(owner)?.some((keys) => hasKeys(keys(), path)) ?? false;
}

function append<Value>(map: Map<object, Value[]>, key: object, value: Value): void {
  const present = map.get(key);
  if (present) present.push(value);
  else map.set(key, [value]);
}

function logFailure(fetch: CompiledFetch, run: Run, message: string, reason: string): void {
  run.request.log.error({ subgraph: fetch.subgraph, reason }, message);
}
