import { instantOf, isDay } from "./dates.js";
import { incentiveIcons } from "./incentive-icons.js";

/** A named format of a scalar: the `format` of its `@constraint`. */
export interface Format {
  /** What is wrong with a value that is not null, as the end of a sentence ("has to be …"); undefined when it is good. Never echoes the value. */
  check(value: unknown): string | undefined;
  /**
   * The JSON Schema (draft 2020-12) of its values, for those who describe the input to others. It accepts what `check` accepts, and more
   * where a pattern cannot tell (whether a day is in the calendar). `#/$defs/…` in it are types of the GraphQL schema by their names.
   */
  schema: Readonly<Record<string, unknown>>;
  /** The same in fewer bytes, for those whose regular expressions look ahead, as JavaScript's and JSON Schema's own do. */
  shortSchema?: Readonly<Record<string, unknown>>;
}

// Each pattern is a check here and a word of JSON Schema elsewhere, without flags: nothing but what every engine of regular expressions
// knows (RE2 has no look-around), no count above 1000 among it.
const hex = "[0-9a-fA-F]";
const uuidPattern = `^(${hex}{8}-${hex}{4}-[1-8]${hex}{3}-[89abAB]${hex}{3}-${hex}{12}|0{8}(-0{4}){4}0{8}|[fF]{8}(-[fF]{4}){4}[fF]{8})$`;
// Looks ahead at version and variant, at nothing but zeros, or at nothing but f: shorter than all three forms written out.
const shortUuidPattern = `^(?=.{14}[1-8].{4}[89abAB]|[0-]+$|[fF-]+$)${hex}{8}(-${hex}{4}){4}${hex}{8}$`;
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

const uuidWords = "has to be a UUID (versions 1-8, the all-zero or the all-f one)";
const refWords = "has to be a UUID, a name of at least 1 character, or an object { name } with no other key";
const partnerWords = "has to be a UUID, a name or @handle of at least 1 character, or an object { name } with no other key";

/** Whether a text is a UUID as api.md 2.1 has it. */
export function isUuid(value: unknown): value is string {
  return typeof value === "string" && uuid.test(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

const isName = (value: unknown): boolean => typeof value === "string" && value.length > 0;

function isRef(value: unknown): boolean {
  if (!isObject(value)) return isName(value);
  return isName(value.name) && Object.keys(value).length === 1;
}

/** UUIDFilter's operators only. Explicit nulls pass: the filter compiler refuses them with the path. */
function checkUuidFilter(filter: Record<string, unknown>): string | undefined {
  for (const [operator, value] of Object.entries(filter)) {
    const list = manyUuids.has(operator);
    if (!list && !oneUuid.has(operator) && operator !== "isNull") return "has a key that no UUIDFilter has";
    if (value === null) continue;
    if (operator === "isNull") {
      if (typeof value !== "boolean") return `${operator} has to be true or false`;
    } else if (list ? !(Array.isArray(value) && value.every(isUuid)) : !isUuid(value)) {
      return `${operator} ${list ? "has to be a list of UUIDs" : uuidWords}`;
    }
  }
  return undefined;
}

function refOrFilter(type: string, words: string): Format {
  const form = words.replace("has to be", "has to be a UUIDFilter,");
  return {
    check: (value) => {
      if (isRef(value)) return undefined;
      return isObject(value) && !("name" in value) ? checkUuidFilter(value) : form;
    },
    schema: { anyOf: [{ $ref: `#/$defs/${type}` }, { $ref: "#/$defs/UUIDFilter" }] },
  };
}

/** A format out of a test, the words for what is allowed, and its JSON Schema. */
function format(passes: (value: unknown) => boolean, words: string, schema: Format["schema"]): Format {
  return { check: (value) => (passes(value) ? undefined : words), schema };
}

const name = { type: "string", minLength: 1 };
const refSchema = { anyOf: [name, { type: "object", properties: { name }, required: ["name"], additionalProperties: false }] };

function isDecimal(value: unknown): boolean {
  // The length is looked at first: a text of a megabyte costs no regular expression.
  return (
    typeof value === "string" &&
    value.length <= decimalDigits + 2 &&
    decimal.test(value) &&
    value.replace(/[-.]/g, "").length <= decimalDigits
  );
}

/**
 * The formats by name (api.md 2.1, decisions.md 2). Gateway and subgraphs check scalars with the same ones.
 * Dates are real calendar dates of the years 0001-9999, so that PostgreSQL never throws on what passed.
 */
export const formats = {
  uuid: {
    ...format(isUuid, uuidWords, { type: "string", pattern: uuidPattern }),
    shortSchema: { type: "string", pattern: shortUuidPattern },
  },
  ref: format(isRef, refWords, refSchema),
  "partner-ref": format(isRef, partnerWords, refSchema),
  datetime: format(
    (value) => typeof value === "string" && instantOf(value) !== undefined,
    "has to be an ISO 8601 time with a zone offset, e.g. 2026-01-31T12:00:00Z or 2026-01-31T12:00:00+02:00",
    {
      type: "string",
      pattern: "^\\d{4}(-\\d\\d){2}[Tt]\\d\\d(:\\d\\d){1,2}([.]\\d{1,9})?([Zz]|[+-]\\d\\d(:?\\d\\d)?)$",
    },
  ),
  date: format((value) => typeof value === "string" && isDay(value), "has to be a calendar day, YYYY-MM-DD", {
    type: "string",
    pattern: "^\\d{4}-\\d\\d-\\d\\d$",
  }),
  decimal: format(isDecimal, `has to be a decimal number as a string, e.g. "-12.50", of at most ${decimalDigits} digits`, {
    type: "string",
    pattern: decimalPattern,
    maxLength: decimalDigits + 2,
  }),
  object: format(isObject, "has to be an object", { type: "object" }),
  "ref-or-uuid-filter": refOrFilter("Ref", refWords),
  "partner-ref-or-uuid-filter": refOrFilter("PartnerRef", partnerWords),
  "incentive-icon": format((value) => typeof value === "string" && icons.has(value), `has to be one of ${incentiveIcons.join(", ")}`, {
    type: "string",
    enum: incentiveIcons,
  }),
  uri: format(
    (value) => typeof value === "string" && /^[a-z][a-z0-9+.-]*:\S+$/i.test(value) && URL.canParse(value),
    "has to be an absolute URI, e.g. https://example.com/page",
    { type: "string", format: "uri" },
  ),
  cursor: format(
    (value) => typeof value === "string" && value.length <= cursorLength && cursor.test(value),
    "has to be a cursor that this API gave",
    { type: "string", pattern: cursorPattern, maxLength: cursorLength },
  ),
} satisfies Record<string, Format>;

export type FormatName = keyof typeof formats;

/** The format of this name, undefined when there is none. */
export function formatNamed(name: string): Format | undefined {
  return Object.hasOwn(formats, name) ? formats[name as FormatName] : undefined;
}
