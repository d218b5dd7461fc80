import { isObject } from "@offergraph/shared/json/exact-json";
import { entityPaths } from "./entities.js";
import { internal } from "./errors.js";
import { failFetch, noteDeleted, takeErrors } from "./failures.js";
import type { CompiledFetch } from "./fetch.js";
import type { JsonObject, Run } from "./run.js";
import { readReply, requestBody, sendRequest } from "./subgraph-request.js";

/** Entities for which a fetch requests fields. */
export interface EntityBatch {
  /** All objects at the path of the fetch. */
  readonly entities: readonly JsonObject[];
  /** For each representation, the indexes of its entities in `entities`. Several entities can have the same representation. */
  readonly groups: readonly (readonly number[])[];
  /** Representations as JSON texts. */
  readonly representations: Iterable<string>;
}

/**
 * Requests the fields of entities, and records errors and deleted records. Returns undefined if the response has no valid list of entities.
 */
export async function requestEntities(fetch: CompiledFetch, batch: EntityBatch, run: Run): Promise<unknown[] | undefined> {
  const { entities, groups } = batch;
  const membersOf = (group: readonly number[]) => group.map((index) => entities[index] as JsonObject);
  const targets = () => groups.flatMap(membersOf);
  const sent = await sendRequest(fetch, requestBody(fetch, run, batch.representations), run, targets);
  const reply = sent && readReply(fetch, sent, run, targets);
  if (!reply) return undefined;
  const received = reply.data?._entities;
  if (reply.data && !(Array.isArray(received) && received.length === groups.length)) {
    failFetch(fetch, run, targets, new Error(`The list _entities does not have ${groups.length} items`), internal);
    return undefined;
  }
  let paths: (string | number)[][] | undefined;
  takeErrors(fetch, reply, run, targets, (path) => {
    const group = path[0] === "_entities" && typeof path[1] === "number" ? groups[path[1]] : undefined;
    if (!group) return [];
    paths ??= entityPaths(run.data, fetch.path);
    return group.map((index) => [...(paths?.[index] ?? []), ...path.slice(2)]);
  });
  if (!Array.isArray(received)) return undefined;
  for (let index = 0; index < received.length; index++) {
    const entity: unknown = received[index];
    if (entity === null && reply.errors.length === 0) noteDeleted(fetch, run, () => membersOf(groups[index] as readonly number[]));
    // Keeps the concrete type, because the subgraph returns only the interface's name.
    if (fetch.interfaces.size > 0 && isObject(entity) && fetch.interfaces.has(String(entity.__typename))) delete entity.__typename;
  }
  return received;
}
