import type { JsonObject } from "./run.js";

type FlattenPath = readonly (string | number)[];

/** Returns the objects at a path of the merged data; "@" matches every item of a list. */
export function entitiesAt(data: unknown, path: FlattenPath): JsonObject[] {
  const found: JsonObject[] = [];
  visit(data, path, 0, undefined, (entity) => found.push(entity));
  return found;
}

/** Returns the full path of each object that `entitiesAt` returns, in the same order. */
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
