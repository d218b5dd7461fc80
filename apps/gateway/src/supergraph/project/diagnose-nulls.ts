import { isObject } from "@offergraph/shared/json/exact-json";
import { type FieldShape, fieldsOf, type ObjectShape, type ValueShape } from "./shape.js";

export type Path = readonly (string | number)[];

export interface Place {
  readonly path: Path;
  readonly field: FieldShape;
  /** Object of the merged data that has the field. */
  readonly owner: object;
  /** True if `owner` is nullable. */
  readonly ownerMayBeNull: boolean;
  /** Place of `owner`. Undefined if `owner` is the whole data. */
  readonly above: Place | undefined;
}

export interface Issue extends Place {
  readonly kind: "missing" | "missingNonNull" | "null" | "invalid";
  /** Object of the merged data whose type is unknown. Undefined if the type is known. */
  readonly untyped: object | undefined;
}

/** Reports missing and invalid values in the order of the response, until `report` returns false. */
export function diagnoseNulls(root: ObjectShape, data: unknown, report: (issue: Issue) => boolean): void {
  if (isObject(data)) new IssueWalk(report).object(root, data, [], true, undefined);
}

class IssueWalk {
  #isWanted = true;
  readonly #report: (issue: Issue) => boolean;

  constructor(report: (issue: Issue) => boolean) {
    this.#report = report;
  }

  /** Returns false if the object's type is unknown. */
  object(
    shape: ObjectShape,
    owner: Readonly<Record<string, unknown>>,
    path: Path,
    ownerMayBeNull: boolean,
    above: Place | undefined,
  ): boolean {
    const fields = fieldsOf(shape, owner.__typename);
    for (const field of fields ?? []) {
      if (field.name === "__typename") continue;
      const at: Place = { path: [...path, field.key], field, owner, ownerMayBeNull, above };
      const value = owner[field.source];
      if (value !== undefined) this.#value(field.value, value, at);
      else this.#add(field.value.kind === "nonNull" ? "missingNonNull" : "missing", at);
    }
    return fields !== undefined;
  }

  #value(shape: ValueShape, value: unknown, at: Place, mayBeNull = true): void {
    if (!this.#isWanted) return;
    if (value === null || value === undefined) {
      if (shape.kind === "nonNull") this.#add("null", at);
    } else if (shape.kind === "nonNull") {
      this.#value(shape.of, value, at, false);
    } else if (shape.kind === "list") {
      this.#list(shape.of, value, at);
    } else if (shape.kind === "leaf") {
      if (shape.accepts?.(value) === false) this.#add("invalid", at);
    } else if (!isObject(value)) {
      this.#add("invalid", at);
    } else if (!this.object(shape.object, value, at.path, mayBeNull, at)) {
      this.#add("invalid", at, value);
    }
  }

  #list(shape: ValueShape, value: unknown, at: Place): void {
    if (!Array.isArray(value)) this.#add("invalid", at);
    else for (const [index, item] of value.entries()) this.#value(shape, item, { ...at, path: [...at.path, index] });
  }

  #add(kind: Issue["kind"], at: Place, untyped?: object): void {
    if (this.#isWanted) this.#isWanted = this.#report({ ...at, kind, untyped });
  }
}
