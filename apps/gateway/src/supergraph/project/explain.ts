import type { FieldShape, ObjectShape, ValueShape } from "./shape.js";

export type Path = readonly (string | number)[];

/** Something in the merged data that is not as the client's answer needs it. */
export interface Flaw {
  /** Where, in the client's keys. */
  readonly path: Path;
  readonly field: FieldShape;
  /** The object of the merged data in which the field is. */
  readonly owner: object;
  readonly kind: "missing" | "missingNonNull" | "null" | "invalid";
}

/** Walks the merged data once more, in the order of the answer, and reports every flaw with its path until `report` says false. */
export function findFlaws(root: ObjectShape, data: unknown, report: (flaw: Flaw) => boolean): void {
  let isWanted = true;
  const tell = (kind: Flaw["kind"], path: Path, field: FieldShape, owner: object) => {
    isWanted = isWanted && report({ kind, path, field, owner });
  };
  const object = (shape: ObjectShape, value: object, path: Path): boolean => {
    const typename = (value as Record<string, unknown>).__typename;
    const type = shape.isAbstract ? typename : shape.types[0];
    const fields = typeof type === "string" ? shape.fields(type) : undefined;
    if (!fields) return false;
    for (const field of fields) {
      if (!isWanted) return true;
      if (field.name === "__typename") continue;
      const at = [...path, field.key];
      const source = (value as Record<string, unknown>)[field.source];
      if (source === undefined) tell(field.value.kind === "nonNull" ? "missingNonNull" : "missing", at, field, value);
      else walk(field.value, source, at, field, value);
    }
    return true;
  };
  const walk = (shape: ValueShape, value: unknown, path: Path, field: FieldShape, owner: object): void => {
    if (shape.kind === "nonNull") {
      if (value === null || value === undefined) tell("null", path, field, owner);
      else walk(shape.of, value, path, field, owner);
    } else if (value === null || !isWanted) {
      return;
    } else if (shape.kind === "leaf") {
      if (value === undefined || shape.accepts?.(value) === false) tell("invalid", path, field, owner);
    } else if (shape.kind === "list") {
      if (!Array.isArray(value)) tell("invalid", path, field, owner);
      else for (const [index, item] of value.entries()) walk(shape.of, item, [...path, index], field, owner);
    } else if (typeof value !== "object" || Array.isArray(value) || !object(shape.object, value as object, path)) {
      tell("invalid", path, field, owner);
    }
  };
  if (typeof data === "object" && data !== null) object(root, data, []);
}
