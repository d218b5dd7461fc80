import { isObject } from "@offergraph/shared/json/exact-json";
import type { Path } from "../project/diagnose-nulls.js";
import { type FieldShape, type ObjectShape, objectIn } from "../project/shape.js";

/**
 * Converts a path in the merged data to a path in the client's response. Ends the path before the first field that the client did not
 * select. Returns undefined if the client selected the field only on other types than the object's type.
 */
export function clientPath(path: Path, root: ObjectShape, data: unknown): Path | undefined {
  const answer: (string | number)[] = [];
  let shapes: ObjectShape[] = [root];
  let value = data;
  for (const part of path) {
    if (typeof part === "number") {
      answer.push(part);
      value = Array.isArray(value) ? value[part] : undefined;
      continue;
    }
    const typename = isObject(value) ? value.__typename : undefined;
    const fields = shapes.flatMap((shape) => fieldsFor(shape, typename, part));
    const [field] = fields;
    if (!field) return shapes.some((shape) => fieldsFor(shape, undefined, part).length > 0) ? undefined : answer;
    answer.push(field.key);
    shapes = fields.flatMap((candidate) => objectIn(candidate.value) ?? []);
    value = isObject(value) ? value[part] : undefined;
  }
  return answer;
}

/**
 * Returns the fields that have the given key in the merged data. If the type of the object is unknown, returns the fields of all possible
 * types.
 */
function fieldsFor(shape: ObjectShape, typename: unknown, source: string): FieldShape[] {
  const known = typeof typename === "string" ? shape.fields(typename) : undefined;
  return (known ?? shape.types.flatMap((type) => shape.fields(type) ?? [])).filter((field) => field.source === source);
}
