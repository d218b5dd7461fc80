import type { UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { currencyOf } from "@offergraph/shared/schema/currencies";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { instantOf, isDay } from "@offergraph/shared/schema/dates";
import { isUuid } from "@offergraph/shared/schema/formats";
import { toScaled, valueScale } from "@offergraph/shared/schema/scaled";
import { truncate } from "@offergraph/shared/schema/truncate";

const maxCharacters = 255;
export const maxItems = 250;
/** Maximum number of violations per record. Limits the size of the response. */
export const maxViolations = 50;
const maxNamed = 3;
const maxLevels = 32;
export const maxWhole = 14;
// Matches the characters that PostgreSQL cannot store: NUL and unpaired surrogates.
const unstorableText = /\0|\p{Surrogate}/u;
const unstorableWords = "must not contain a NUL character or an unpaired surrogate";

/** Adds a violation for a field, a list item, or a part of a list item. The message ends with `words`. */
type Fail = (code: UserErrorCode, words: string, item?: number, part?: string) => undefined;

/** Reads a value that is not null. The fallback replaces an invalid value but is never stored. */
export interface Reader<Value> {
  read(value: unknown, fail: Fail): Value | undefined;
  fallback: Value;
  /** JSON Schema of valid values, without lengths and patterns. The types of the SDK are generated from this schema. */
  schema: Schema;
}
type Schema = Readonly<Record<string, unknown>>;
export type Field<Value> = Reader<Value> & { isRequired: boolean };
export type FieldsOf<Sent> = { readonly [Name in keyof Sent]: Field<Sent[Name]> };
export type ValuesOf<Fields> = { [Name in keyof Fields]: Fields[Name] extends Field<infer Value> ? Value : never };

export const required = <Value>(reader: Reader<Value>): Field<Value> => ({ ...reader, isRequired: true });
/** A field that may be omitted or null. The fallback replaces an omitted or null value. */
export const optional = <Value, Fallback>({ read, schema }: Reader<Value>, fallback: Fallback): Field<Value | Fallback> => ({
  ...{ read, fallback, schema, isRequired: false },
});

/** Reads the given fields of a record in the order of `fields`, and adds all violations to `violations`. */
export function readFields<Sent>(record: Record<string, unknown>, fields: FieldsOf<Sent>, violations: Violations): Sent {
  // A copy with all keys is several times faster than adding keys one by one.
  const sent: Sent = { ...(fields as Sent) };
  let name: Extract<keyof Sent, string>;
  const fail: Fail = (code, words, item, part) => {
    if (item === undefined) violations.add([name], code, `${name} ${words}.`);
    else if (part !== undefined) violations.add([name, item, part], code, `The ${part} of each item of ${name} ${words}.`);
    else violations.add([name, item], code, `Each item of ${name} ${words}.`);
  };
  for (name in fields) {
    const { read, fallback, isRequired } = fields[name];
    const value = record[name] ?? null;
    if (value === null && isRequired) violations.add([name], "REQUIRED", `${name} is required.`);
    sent[name] = (value === null ? undefined : read(value, fail)) ?? fallback;
  }
  return sent;
}

/** Adds a violation for fields that are not in `allowed`. */
export function addUnknownFields(record: Record<string, unknown>, allowed: readonly object[], violations: Violations): void {
  const unknown = Object.keys(record).filter((field) => !allowed.some((fields) => Object.hasOwn(fields, field)));
  // Truncates the names, because they can have any length.
  const [first, ...others] = unknown.slice(0, maxNamed).map((field) => truncate(field, 64));
  if (first === undefined) return;
  const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : "";
  const are = unknown.length > 1 ? "are not fields" : "is not a field";
  const words = `${[first, ...others].join(", ")}${more} ${are} of this record. Allowed: ${allowed.flatMap(Object.keys).join(", ")}.`;
  violations.add([first], "UNKNOWN_FIELD", words);
}

const string = { type: "string" };
const reader = <Value>(fallback: Value, schema: Schema, read: Reader<Value>["read"]): Reader<Value> => ({ read, fallback, schema });
const matching = (isGood: (text: string) => boolean, words: string) =>
  reader("", string, (value, fail) => (typeof value === "string" && isGood(value) ? value : fail("INVALID", words)));
const mapped = ({ read, schema }: Reader<string>, change: (text: string) => string) =>
  reader("", schema, (value, fail) => {
    const text = read(value, fail);
    return text === undefined ? undefined : change(text);
  });

export const text = reader("", string, (value, fail) => {
  if (typeof value !== "string") return fail("INVALID", "must be a string");
  if (value.trim() === "") return fail("TOO_SHORT", "must not be empty or blank");
  if (value.length > maxCharacters) return fail("TOO_LONG", `must have at most ${maxCharacters} characters`);
  return unstorableText.test(value) ? fail("INVALID", unstorableWords) : value;
});
export const texts = reader<string[]>([], { type: "array", items: string }, (value, fail) => {
  if (!Array.isArray(value)) return fail("INVALID", "must be a list of strings");
  if (value.length > maxItems) return fail("TOO_LONG", `must have at most ${maxItems} items`);
  for (const [index, item] of value.entries())
    if (text.read(item, () => undefined) === undefined) fail("INVALID", `must be a string of 1-${maxCharacters} characters`, index);
  return value;
});
export const customerRef = mapped(text, normalCustomerRef);
export const id = mapped(matching(isUuid, "must be a UUID"), (uuid) => uuid.toLowerCase());
export const day = matching(isDay, "must be a calendar day (YYYY-MM-DD)");
/** Reads a time and converts it to an ISO string in UTC with milliseconds. */
export const time = reader("", { ...string, format: "date-time" }, (value, fail) => {
  const instant = typeof value === "string" ? instantOf(value) : undefined;
  if (instant !== undefined) return new Date(instant).toISOString();
  return fail("INVALID", "must be an ISO 8601 time with a UTC offset, e.g. 2026-01-31T12:00:00Z");
});
export const currency = reader("", string, (value, fail) => {
  const code = typeof value === "string" ? currencyOf(value) : undefined;
  return code ?? fail("INVALID", 'must be an ISO 4217 currency code, e.g. "eur"');
});
/** Creates a reader that checks a decimal string with `form` and converts it with `change`. */
export const decimal = (form: RegExp, words: string, change: (text: string) => string) =>
  reader("", string, (value, fail) => {
    if (typeof value === "string" && form.test(value)) return change(value);
    return fail("INVALID", typeof value === "number" ? `${words}; send a string, because JSON numbers are not exact` : words);
  });
/** Reads a decimal amount and converts it to ten-thousandths. */
export const amount = decimal(
  new RegExp(`^(\\d{1,${maxWhole}})(?:\\.(\\d{1,${valueScale}}))?$`),
  `must be a non-negative decimal string such as "12.50", with at most ${maxWhole} digits before the decimal point and ${valueScale} after it`,
  (decimals) => String(toScaled(decimals)),
);
export const flag = reader(false, { type: "boolean" }, (value, fail) =>
  typeof value === "boolean" ? value : fail("INVALID", "must be true or false"),
);
export const ordinal = (words: readonly string[]) =>
  reader(0, { enum: words }, (value, fail) => {
    const found = typeof value === "string" ? words.indexOf(value) : -1;
    return found < 0 ? fail("INVALID", `must be one of ${words.join(", ")}`) : found;
  });
export const object = reader<Record<string, unknown>>({}, { type: "object" }, (value, fail) => {
  if (!isObject(value)) return fail("INVALID", "must be a JSON object");
  const why = unstorable(value, maxLevels);
  return why === undefined ? value : fail("INVALID", why);
});
const named = { type: "object", properties: { name: string }, required: ["name"] };
/** Reads a reference to a record: a string, or `{ name: string }`. */
export const ref = reader<string | { name: string }>("", { anyOf: [string, named] }, (value, fail) => {
  if (!isObject(value) || Object.keys(value).join() !== "name") return text.read(value, fail);
  const name = text.read(value.name, fail);
  return name === undefined ? undefined : { name };
});

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an error message if PostgreSQL cannot store the JSON value unchanged. The message omits the field's name. */
function unstorable(value: unknown, levels: number): string | undefined {
  if (typeof value === "string") return unstorableText.test(value) ? unstorableWords : undefined;
  if (typeof value === "number" && !Number.isFinite(value))
    return "contains a number with more digits than JSON can represent exactly (about 16); send the number as a string";
  if (typeof value !== "object" || value === null) return undefined;
  if (levels === 0) return `must have at most ${maxLevels} levels of nesting`;
  for (const key of Object.keys(value)) {
    const why = unstorable(key, levels - 1) ?? unstorable((value as Record<string, unknown>)[key], levels - 1);
    if (why !== undefined) return why;
  }
  return undefined;
}
