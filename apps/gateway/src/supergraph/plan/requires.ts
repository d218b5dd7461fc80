import { isObject } from "@offergraph/shared/json/exact-json";
import { merge } from "../execute/entities.js";
import type { JsonObject } from "../execute/run.js";
import type { RequiredSelection } from "./nodes.js";
import type { IsOfType } from "./rewrites.js";

/** Copies the required fields of an object. Returns false if a required field is missing. */
type Copy = (from: JsonObject, to: JsonObject) => boolean;

/**
 * Compiles the function that builds the representation of an entity. The function returns undefined if no type condition matches, and
 * "missing" if a required field is missing.
 */
export function compileRepresentation(
  required: readonly RequiredSelection[],
  isOfType: IsOfType,
): (entity: JsonObject) => JsonObject | "missing" | undefined {
  const copy = copier(required, isOfType);
  return (entity) => {
    const representation: JsonObject = {};
    if (!copy(entity, representation)) return "missing";
    return representation.__typename ? representation : undefined;
  };
}

function copier(required: readonly RequiredSelection[], isOfType: IsOfType): Copy {
  const copies = required.map((selection) =>
    selection.kind === "Field" ? fieldCopier(selection, isOfType) : fragmentCopier(selection, isOfType),
  );
  return (from, to) => {
    for (const copy of copies) if (!copy(from, to)) return false;
    return true;
  };
}

function fragmentCopier(fragment: Extract<RequiredSelection, { kind: "InlineFragment" }>, isOfType: IsOfType): Copy {
  const { typeCondition } = fragment;
  const copy = copier(fragment.selections, isOfType);
  if (typeCondition === undefined) return copy;
  return (from, to) => !isOfType(from, typeCondition, false) || copy(from, to);
}

function fieldCopier(field: Extract<RequiredSelection, { kind: "Field" }>, isOfType: IsOfType): Copy {
  const key = field.alias ?? field.name;
  const inner = field.selections && copier(field.selections, isOfType);
  if (!inner) {
    return (from, to) => {
      const value = from[key];
      if (value === undefined) return false;
      to[key] = value;
      return true;
    };
  }
  const nested = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(nested);
    if (typeof value !== "object" || value === null) return value;
    const copy: JsonObject = {};
    return inner(value as JsonObject, copy) ? copy : null;
  };
  return (from, to) => {
    const value = from[key];
    if (value === undefined) return false;
    const copied = nested(value);
    const before = to[key];
    // Several type conditions can match and select different fields of the same object.
    if (isObject(before) && isObject(copied)) merge(before, copied);
    else to[key] = copied;
    return true;
  };
}
