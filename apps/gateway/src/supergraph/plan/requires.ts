import { isObject } from "@offergraph/shared/json/exact-json";
import { merge } from "../execute/entities.js";
import type { JsonObject } from "../execute/run.js";
import type { RequiredSelection } from "./nodes.js";
import type { IsOfType } from "./rewrites.js";

/** Key of a required field that is missing in the merged data. */
export type MissingInput = string;

/** Reports a missing field of a nested object. The representation contains null for this object. */
export type ReportMissing = (owner: object, key: MissingInput) => void;

/** Copies the required fields of an object. */
type Copy = (from: JsonObject, to: JsonObject, report: ReportMissing | undefined) => MissingInput | undefined;

export type Represent = (entity: JsonObject, report: ReportMissing | undefined) => JsonObject | MissingInput | undefined;

/**
 * Compiles the function that builds the representation of an entity. The function returns the key of a missing
 * field, or undefined if no type condition matches.
 */
export function compileRepresentation(required: readonly RequiredSelection[], isOfType: IsOfType): Represent {
  const copy = copier(required, isOfType);
  return (entity, report) => {
    const representation: JsonObject = {};
    const missing = copy(entity, representation, report);
    if (missing !== undefined) return missing;
    return representation.__typename ? representation : undefined;
  };
}

function copier(required: readonly RequiredSelection[], isOfType: IsOfType): Copy {
  const copies = required.map((selection) =>
    selection.kind === "Field" ? fieldCopier(selection, isOfType) : fragmentCopier(selection, isOfType),
  );
  return (from, to, report) => {
    for (const copy of copies) {
      const missing = copy(from, to, report);
      if (missing !== undefined) return missing;
    }
    return undefined;
  };
}

function fragmentCopier(fragment: Extract<RequiredSelection, { kind: "InlineFragment" }>, isOfType: IsOfType): Copy {
  const { typeCondition } = fragment;
  const copy = copier(fragment.selections, isOfType);
  if (typeCondition === undefined) return copy;
  return (from, to, report) => (isOfType(from, typeCondition, false) ? copy(from, to, report) : undefined);
}

function fieldCopier(field: Extract<RequiredSelection, { kind: "Field" }>, isOfType: IsOfType): Copy {
  const key = field.alias ?? field.name;
  const inner = field.selections && copier(field.selections, isOfType);
  if (!inner) {
    return (from, to) => {
      const value = from[key];
      if (value === undefined) return key;
      to[key] = value;
      return undefined;
    };
  }
  const nested = (value: unknown, report: ReportMissing | undefined): unknown => {
    if (Array.isArray(value)) return value.map((item) => nested(item, report));
    if (typeof value !== "object" || value === null) return value;
    const copy: JsonObject = {};
    const missing = inner(value as JsonObject, copy, report);
    if (missing === undefined) return copy;
    report?.(value, missing);
    return null;
  };
  return (from, to, report) => {
    const value = from[key];
    if (value === undefined) return key;
    const copied = nested(value, report);
    const before = to[key];
    // Several type conditions can match and select different fields of the same object.
    if (isObject(before) && isObject(copied)) merge(before, copied);
    else to[key] = copied;
    return undefined;
  };
}
