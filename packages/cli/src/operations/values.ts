import { InvalidArgumentError } from "commander";
import type { Parameter } from "./parameters.js";

/** Converts an option's text to a value of the parameter's kind. Throws InvalidArgumentError for an invalid text. */
export function readValue({ kind, values, isNullable, isList }: Parameter, text: string): unknown {
  if (isNullable && text === "null") return null;
  if (isList && text.startsWith("[")) return readJson(text);
  if (values) {
    const found = values.find((value) => value.toLowerCase() === text.toLowerCase());
    if (found === undefined) throw new InvalidArgumentError(`The value must be one of: ${values.join(", ")}.`);
    return found;
  }
  switch (kind) {
    case "integer":
      if (!/^-?\d{1,15}$/.test(text)) throw new InvalidArgumentError("The value must be a whole number.");
      return Number(text);
    case "number":
      if (!/^-?\d+(\.\d+)?$/.test(text)) throw new InvalidArgumentError("The value must be a number.");
      return Number(text);
    case "boolean":
      if (text !== "true" && text !== "false") throw new InvalidArgumentError("The value must be true or false.");
      return text === "true";
    case "json":
      return readJson(text);
    default:
      return text;
  }
}

/** Adds the value of a repeated option to `before`, its earlier value. A JSON list replaces the earlier values. */
export function addValue(parameter: Parameter, text: string, before: unknown): unknown {
  const value = readValue(parameter, text);
  if (!parameter.isList || value === null || Array.isArray(value)) return value;
  return [...(Array.isArray(before) ? before : []), value];
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError("The value must be JSON.");
  }
}
