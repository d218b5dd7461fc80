import { BadUserInput } from "../errors/public-error.js";
import { type FormatName, formats } from "../schema/formats.js";
import type { Column } from "./columns.js";

/** How many values an `in`, a `notIn` or a list to compare with may have. */
export const maxListLength = 10_000;

/** A checked value, as the database client sends it. */
export type Parameter = string | number | boolean;

const loneSurrogate = /\p{Surrogate}/u;
const leastInt = -(2 ** 31);
const greatestInt = 2 ** 31 - 1;

function withFormat(name: FormatName, value: unknown, path: string): string {
  const wrong = formats[name].check(value);
  if (wrong !== undefined) throw new BadUserInput(path, `${path} ${wrong}.`);
  return String(value);
}

/** A text that PostgreSQL can hold: no NUL, and every surrogate in its pair. */
function text(value: unknown, path: string): string {
  if (typeof value !== "string") throw new BadUserInput(path, `${path} has to be a text.`);
  if (value.includes("\0") || loneSurrogate.test(value))
    throw new BadUserInput(path, `${path} has a NUL or half a surrogate pair in it: only whole Unicode characters are allowed.`);
  return value;
}

function int(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < leastInt || value > greatestInt)
    throw new BadUserInput(path, `${path} has to be a whole number from ${leastInt} to ${greatestInt}.`);
  return value;
}

function float(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new BadUserInput(path, `${path} has to be a finite number.`);
  return value;
}

/** True or false; throws BadUserInput otherwise. */
export function boolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw new BadUserInput(path, `${path} has to be true or false.`);
  return value;
}

function rank(values: readonly string[], value: unknown, path: string): number {
  const found = values.indexOf(String(value));
  if (typeof value !== "string" || found < 0) throw new BadUserInput(path, `${path} has to be one of ${values.join(", ")}.`);
  return found;
}

/**
 * Checks one value that a column (or an item of a text-list column) is compared with, so that PostgreSQL never throws on it.
 * The gateway checked the scalars before; this is the second wall, and the first inside the free reference filters.
 * Gives the parameter to send: an enum's value as its rank, all else as it came. Throws BadUserInput that names `path`.
 */
export function checkValue(column: Column, value: unknown, path: string): Parameter {
  switch (column.kind) {
    case "uuid":
    case "datetime":
    case "date":
    case "decimal":
      return withFormat(column.kind, value, path);
    case "int":
      return int(value, path);
    case "float":
      return float(value, path);
    case "boolean":
      return boolean(value, path);
    case "enum":
      return rank(column.values ?? [], value, path);
    case "text":
    case "text-list":
      return text(value, path);
  }
}

/** As checkValue for a list: every item, none of them null, at most `maxListLength`. */
export function checkList(column: Column, value: unknown, path: string): Parameter[] {
  if (!Array.isArray(value)) throw new BadUserInput(path, `${path} has to be a list.`);
  if (value.length > maxListLength)
    throw new BadUserInput(path, `${path} has ${value.length} values: at most ${maxListLength} are allowed.`);
  return value.map((item: unknown, index) => {
    const itemPath = `${path}.${index}`;
    if (item === null || item === undefined) throw new BadUserInput(itemPath, `${itemPath} must not be null.`);
    return checkValue(column, item, itemPath);
  });
}
