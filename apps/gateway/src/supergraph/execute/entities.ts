import type { JsonObject } from "./run.js";

type FlattenPath = readonly (string | number)[];

/** Returns the objects at a path in the merged data. The segment "@" stands for all items of a list. */
export function entitiesAt(data: unknown, path: FlattenPath): JsonObject[] {
  const found: JsonObject[] = [];
  visit(data, path, 0, undefined, (entity) => found.push(entity));
  return found;
}

/** Returns the full paths of the objects that `entitiesAt` returns, in the same order. */
export function entityPaths(data: unknown, path: FlattenPath): (string | number)[][] {
  const found: (string | number)[][] = [];
  visit(data, path, 0, [], (_entity, at) => found.push([...(at ?? [])]));
  return found;
}

function visit(
  value: unknown,
  path: FlattenPath,
  depth: number,
  at: (string | number)[] | undefined,
  take: (entity: JsonObject, at: readonly (string | number)[] | undefined) => void,
): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    const next = path[depth] === "@" ? depth + 1 : depth;
    for (let index = 0; index < value.length; index++) {
      at?.push(index);
      visit(value[index], path, next, at, take);
      at?.pop();
    }
  } else if (depth === path.length) {
    if (typeof value === "object") take(value as JsonObject, at);
  } else {
    const key = path[depth] as string;
    at?.push(key);
    visit((value as JsonObject)[key], path, depth + 1, at, take);
    at?.pop();
  }
}

/**
 * Adds a subgraph's data to the merged data. Merges objects key by key, and lists of equal length item by item. For all other values, the
 * new value replaces the old value.
 */
export function merge(target: JsonObject, source: JsonObject): void {
  for (const key of Object.keys(source)) {
    // Prevents prototype pollution.
    if (key === "__proto__") continue;
    const value = source[key];
    const present = target[key];
    if (present === undefined || present === null || typeof value !== "object" || value === null || typeof present !== "object")
      target[key] = value;
    else mergeInto(target, key, present, value);
  }
}

function mergeInto(target: JsonObject | unknown[], key: string | number, present: object, value: object): void {
  if (present === value) return;
  if (Array.isArray(value) && Array.isArray(present) && value.length === present.length) {
    for (const [index, item] of value.entries()) {
      const before: unknown = present[index];
      if (typeof item === "object" && item !== null && typeof before === "object" && before !== null)
        mergeInto(present, index, before, item);
      else present[index] = item;
    }
  } else if (Array.isArray(value) || Array.isArray(present)) {
    (target as Record<string | number, unknown>)[key] = value;
  } else {
    merge(present as JsonObject, value as JsonObject);
  }
}
