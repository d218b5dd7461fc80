import type { Path } from "./fields.js";

export type Json = Record<string, unknown>;

/** Keys whose values are answers. An answer can be any JSON value. */
const answerKeys: ReadonlySet<string> = new Set(
  "defaultValue correctAnswer defaultRowValue defaultPanelValue setValue value minValue maxValue".split(" "),
);

export const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Calls `visit` for each key in each object of a model, with the object's path. Skips objects inside answer values, for example inside
 * `defaultValue`.
 */
export function walkModel(model: Json, path: Path, visit: (object: Json, key: string, path: Path) => void): void {
  for (const key of Object.keys(model)) {
    const at = [...path, key];
    visit(model, key, at);
    if (!answerKeys.has(key)) walkInto(model[key], at, visit);
  }
}

function walkInto(value: unknown, path: Path, visit: (object: Json, key: string, path: Path) => void): void {
  if (Array.isArray(value)) for (const [index, member] of value.entries()) walkInto(member, [...path, index], visit);
  else if (isObject(value)) walkModel(value, path, visit);
}

export function textsOf(value: unknown, path: Path): { text: string; path: Path }[] {
  if (typeof value === "string") return [{ text: value, path }];
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([language, text]) => (typeof text === "string" ? [{ text, path: [...path, language] }] : []));
}
