type JsonObject = Record<string, unknown>;

/** Merges subgraph data: objects by key, lists of equal length by item; other values replace. */
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
