import { isObject } from "@offergraph/shared/json/exact-json";
import { type FieldShape, fieldsOf, type ObjectShape, type ValueShape } from "./shape.js";

export interface ProjectionState {
  /** True if a value was missing or invalid, or a null violated a non-null type. */
  hasIssues: boolean;
}

/**
 * Converts a value of the merged data to a value of the response. Returns undefined if a non-null value is null, because the parent becomes
 * null.
 */
type Project = (value: unknown, state: ProjectionState) => unknown;

/**
 * Compiles the function that converts merged data to the client's `data`. The result contains only the selected fields, in the selected
 * order.
 */
export function compileProjector(shape: ObjectShape): Project {
  const [only] = shape.types;
  if (!shape.isAbstract && only !== undefined) return fieldsProjector(only, shape.fields(only) ?? []);
  const byType = new Map<unknown, Project>();
  return (value, state) => {
    if (value === null) return null;
    const type = isObject(value) ? value.__typename : undefined;
    let project = byType.get(type);
    if (project === undefined) {
      const fields = isObject(value) ? fieldsOf(shape, type) : undefined;
      if (fields === undefined) {
        state.hasIssues = true;
        return null;
      }
      project = fieldsProjector(String(type), fields);
      byType.set(type, project);
    }
    return project(value, state);
  };
}

function fieldsProjector(type: string, fields: readonly FieldShape[]): Project {
  const count = fields.length;
  const keys = fields.map((field) => field.key);
  const sources = fields.map((field) => field.source);
  const projects = fields.map((field) => (field.name === "__typename" ? () => type : valueProjector(field.value)));
  const isPlain = !keys.includes("__proto__");
  return (value, state) => {
    if (!isObject(value)) {
      if (value !== null) state.hasIssues = true;
      return null;
    }
    const answer: Record<string, unknown> = {};
    for (let index = 0; index < count; index++) {
      const projected = (projects[index] as Project)(value[sources[index] as string], state);
      if (projected === undefined) return null;
      if (isPlain) answer[keys[index] as string] = projected;
      else Object.defineProperty(answer, keys[index] as string, { value: projected, enumerable: true, configurable: true, writable: true });
    }
    return answer;
  };
}

function valueProjector(shape: ValueShape): Project {
  switch (shape.kind) {
    case "object":
      return compileProjector(shape.object);
    case "leaf":
      return leafProjector(shape.accepts);
    case "list":
      return listProjector(valueProjector(shape.of));
    case "nonNull": {
      const project = valueProjector(shape.of);
      return (value, state) => {
        const projected = project(value, state);
        if (projected !== null) return projected;
        state.hasIssues = true;
        return undefined;
      };
    }
  }
}

function leafProjector(accepts: ((value: unknown) => boolean) | undefined): Project {
  return (value, state) => {
    if (value === null) return null;
    if (value !== undefined && (accepts === undefined || accepts(value))) return value;
    state.hasIssues = true;
    return null;
  };
}

function listProjector(project: Project): Project {
  return (value, state) => {
    if (!Array.isArray(value)) {
      if (value !== null) state.hasIssues = true;
      return null;
    }
    const count = value.length;
    const items = new Array<unknown>(count);
    for (let index = 0; index < count; index++) {
      const item = project(value[index], state);
      if (item === undefined) return null;
      items[index] = item;
    }
    return items;
  };
}
