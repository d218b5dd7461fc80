import { isObject } from "../json/exact-json.js";
import { instantOf, isDay } from "./dates.js";
import { incentiveIcons } from "./incentive-icons.js";

/** A named format, referenced by `@constraint(format:)`. */
export interface Format {
  /** Returns the error as the end of a sentence ("must be …"), or undefined if valid. The value is never null. */
  check(value: unknown): string | undefined;
  /**
   * JSON Schema (draft 2020-12) with a single type, because some clients ignore alternative types. Covers only the usual form of a value,
   * for example a time with seconds.
   */
  schema: Readonly<Record<string, unknown>>;
}

const hex = "[0-9a-fA-F]";
const uuidPattern = `^(${hex}{8}-${hex}{4}-[1-8]${hex}{3}-[89abAB]${hex}{3}-${hex}{12}|0{8}(-0{4}){4}0{8}|[fF]{8}(-[fF]{4}){4}[fF]{8})$`;
// Published JSON Schemas contain these patterns, so every regular expression engine must support them. Do not use flags, lookaround, or
// repetition counts above 1000.
const decimalPattern = "^-?[0-9]+([.][0-9]+)?$";
const cursorPattern = "^[\\w.-]+$";
const uuid = new RegExp(uuidPattern);
const decimal = new RegExp(decimalPattern);
const cursor = new RegExp(cursorPattern);
const decimalDigits = 1000;
const cursorLength = 16_384;
const icons = new Set(incentiveIcons);
const oneUuid = new Set(["equalTo", "notEqualTo", "greaterThan", "greaterThanOrEqualTo", "lessThan", "lessThanOrEqualTo"]);
const manyUuids = new Set(["in", "notIn"]);

const uuidWords = "must be a UUID of version 1-8, the nil UUID or the max UUID";
const refWords = "must be a UUID, a name of at least 1 character, or an object whose only key is `name`";
const partnerWords = "must be a UUID, a name or @handle of at least 1 character, or an object whose only key is `name`";

/** True for a UUID of version 1-8, the nil UUID or the max UUID (RFC 9562). */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}

const isName = (value: unknown): boolean => typeof value === "string" && value.length > 0;

function isRef(value: unknown): boolean {
  if (!isObject(value)) return isName(value);
  return isName(value.name) && Object.keys(value).length === 1;
}

/** Validates the operators and operands of a UUIDFilter. Skips null operands, because the filter compiler rejects null. */
function checkUuidFilter(filter: Record<string, unknown>): string | undefined {
  for (const [operator, value] of Object.entries(filter)) {
    const list = manyUuids.has(operator);
    if (!list && !oneUuid.has(operator) && operator !== "isNull") return "has a key that is not an operator of UUIDFilter";
    if (value === null) continue;
    if (operator === "isNull") {
      if (typeof value !== "boolean") return `${operator} must be true or false`;
    } else if (list ? !(Array.isArray(value) && value.every(isUuid)) : !isUuid(value)) {
      return `${operator} ${list ? "must be a list of UUIDs" : uuidWords}`;
    }
  }
  return undefined;
}

const refSchema = { type: "string", minLength: 1 };

function refOrFilter(words: string): Format {
  const form = words.replace("must be", "must be a UUIDFilter,");
  return {
    check: (value) => {
      if (isRef(value)) return undefined;
      return isObject(value) && !("name" in value) ? checkUuidFilter(value) : form;
    },
    schema: refSchema,
  };
}

function format(passes: (value: unknown) => boolean, words: string, schema: Format["schema"]): Format {
  return { check: (value) => (passes(value) ? undefined : words), schema };
}

function isDecimal(value: unknown): boolean {
  // The length check comes first, because the regular expression is slow for a huge string.
  return (
    typeof value === "string" &&
    value.length <= decimalDigits + 2 &&
    decimal.test(value) &&
    value.replace(/[-.]/g, "").length <= decimalDigits
  );
}

/** Dates and times must be valid calendar dates of the years 0001-9999, which PostgreSQL can store. */
export const formats = {
  uuid: format(isUuid, uuidWords, { type: "string", format: "uuid" }),
  ref: format(isRef, refWords, refSchema),
  "partner-ref": format(isRef, partnerWords, refSchema),
  datetime: format(
    (value) => typeof value === "string" && instantOf(value) !== undefined,
    "must be an ISO 8601 time with a zone offset, e.g. 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+02:00",
    { type: "string", format: "date-time" },
  ),
  date: format((value) => typeof value === "string" && isDay(value), "must be a date in the format YYYY-MM-DD", {
    type: "string",
    format: "date",
  }),
  decimal: format(isDecimal, `must be a string with a decimal number of at most ${decimalDigits} digits, e.g. "-12.50"`, {
    type: "string",
    pattern: decimalPattern,
    maxLength: decimalDigits + 2,
  }),
  object: format(isObject, "must be an object", { type: "object" }),
  "ref-or-uuid-filter": refOrFilter(refWords),
  "partner-ref-or-uuid-filter": refOrFilter(partnerWords),
  "incentive-icon": format((value) => typeof value === "string" && icons.has(value), `must be one of ${incentiveIcons.join(", ")}`, {
    type: "string",
    enum: incentiveIcons,
  }),
  uri: format(
    (value) => typeof value === "string" && /^[a-z][a-z0-9+.-]*:\S+$/i.test(value) && URL.canParse(value),
    "must be an absolute URI, e.g. https://example.com/page",
    { type: "string", format: "uri" },
  ),
  cursor: format(
    (value) => typeof value === "string" && value.length <= cursorLength && cursor.test(value),
    "must be a cursor that this API returned",
    { type: "string", pattern: cursorPattern, maxLength: cursorLength },
  ),
} satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

export function formatNamed(name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name as FormatName] : undefined;
}
