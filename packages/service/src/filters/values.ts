import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { type FormatName, formats } from "@offergraph/shared/schema/formats";
import type { Column } from "./columns.js";

/** Maximum number of items in the list of an operator, for example `in`. */
export const maxListLength = 10_000;

export type Parameter = string | number | boolean;

const loneSurrogate = /\p{Surrogate}/u;
const minInt = -(2 ** 31);
const greatestInt = 2 ** 31 - 1;

function withFormat(name: FormatName, value: unknown, path: string): string {
  const wrong = formats[name].check(value);
  if (wrong !== undefined) throw new BadUserInput(path, `${path} ${wrong}.`);
  return String(value);
}

/** Rejects strings with NUL or a lone surrogate, which PostgreSQL cannot store. */
function text(value: unknown, path: string): string {
  if (typeof value !== "string") throw new BadUserInput(path, `${path} must be a string.`);
  if (value.includes("\0") || loneSurrogate.test(value)) throw new BadUserInput(path, `${path} may not contain NUL or a lone surrogate.`);
  return value;
}

function int(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isInteger(value) || value < minInt || value > greatestInt)
    throw new BadUserInput(path, `${path} must be a whole number from ${minInt} to ${greatestInt}.`);
  return value;
}

function float(value: unknown, path: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new BadUserInput(path, `${path} must be a finite number.`);
  return value;
}

export function boolean(value: unknown, path: string): boolean {
  if (typeof value !== "boolean") throw new BadUserInput(path, `${path} must be true or false.`);
  return value;
}

function rank(values: readonly string[], value: unknown, path: string): number {
  const found = values.indexOf(String(value));
  if (typeof value !== "string" || found < 0) throw new BadUserInput(path, `${path} must be one of ${values.join(", ")}.`);
  return found;
}

/**
 * Validates an operand for a column, so that PostgreSQL never rejects the operand. Returns the index of an enum value, and any other value
 * unchanged.
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

/** Validates a list of at most `maxListLength` non-null items; see `checkValue`. */
export function checkList(column: Column, value: unknown, path: string): Parameter[] {
  if (!Array.isArray(value)) throw new BadUserInput(path, `${path} must be a list.`);
  if (value.length > maxListLength)
    throw new BadUserInput(path, `${path} has ${value.length} values. At most ${maxListLength} values are allowed.`);
  return value.map((item: unknown, index) => {
    const itemPath = `${path}.${index}`;
    if (item === null || item === undefined) throw new BadUserInput(itemPath, `${itemPath} must not be null.`);
    return checkValue(column, item, itemPath);
  });
}
