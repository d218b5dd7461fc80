import { type UserErrorCode, Violations } from "@offergraph/shared/errors/user-error";
import { instantOf, isDay } from "@offergraph/shared/schema/dates";
import { isUuid } from "@offergraph/shared/schema/formats";
import { toScaled, valueScale } from "@offergraph/shared/schema/scaled";
import { truncate } from "@offergraph/shared/schema/truncate";
import { currencyOf } from "./currencies.js";
import { isStorableText, unstorable } from "./storable.js";

const maxCharacters = 255;
const maxItems = 250;
/** Maximum violations per record and maximum unknown fields named: a line of 1 MiB could have 100,000. */
const maxFound = 50;
const maxNamed = 3;
const maxWhole = 14;
const amountForm = new RegExp(`^(\\d{1,${maxWhole}})(?:\\.(\\d{1,${valueScale}}))?$`);
const amountWords = `must be a non-negative decimal string such as "12.50", with at most ${maxWhole} digits before and ${valueScale} after the point`;

/**
 * Reads the fields of one record and collects all violations. For an invalid field the methods return a placeholder, because a record with
 * violations is not stored. Optional fields may be null.
 */
export class Fields {
  readonly violations = new Violations({ most: maxFound });
  readonly #record: Record<string, unknown>;

  constructor(record: Record<string, unknown>, known: readonly string[]) {
    this.#record = record;
    const isKnown = new Set(known);
    const unknown = Object.keys(record).filter((field) => !isKnown.has(field));
    // The sender chooses the names, so they are truncated.
    const [first, ...others] = unknown.slice(0, maxNamed).map((field) => truncate(field, 64));
    if (first === undefined) return;
    const more = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} more` : "";
    const are = unknown.length > 1 ? "are not fields" : "is not a field";
    const words = `${[first, ...others].join(", ")}${more} ${are} of this record. Allowed: ${known.join(", ")}.`;
    this.violations.add([first], "UNKNOWN_FIELD", words);
  }

  text(field: string): string {
    return this.#required(field, (value) => this.#text(field, value)) ?? "";
  }
  optionalText(field: string): string | null {
    return this.#optional(field, (value) => this.#text(field, value));
  }
  texts(field: string): string[] {
    return this.#required(field, (value) => this.#texts(field, value)) ?? [];
  }
  optionalTexts(field: string): string[] {
    return this.#optional(field, (value) => this.#texts(field, value)) ?? [];
  }
  /** Reads an instant as ISO string in UTC with milliseconds. */
  time(field: string): string {
    return this.#required(field, (value) => this.#time(field, value)) ?? "";
  }
  optionalTime(field: string): string | null {
    return this.#optional(field, (value) => this.#time(field, value));
  }
  day(field: string): string {
    return this.#required(field, (value) => this.#checked(field, value, isDay, "must be a calendar day (YYYY-MM-DD)")) ?? "";
  }
  currency(field: string): string {
    return (
      this.#required(field, (value) => {
        const currency = typeof value === "string" ? currencyOf(value) : undefined;
        return currency ?? this.#add(field, "INVALID", 'must be an ISO 4217 currency code, e.g. "eur"');
      }) ?? ""
    );
  }
  /** Reads an amount as ten-thousandths. */
  amount(field: string): string {
    return this.#required(field, (value) => this.#amount(field, value)) ?? "";
  }
  optionalAmount(field: string): string | null {
    return this.#optional(field, (value) => this.#amount(field, value));
  }
  /** Reads a decimal that matches `form`, unchanged. */
  decimal(field: string, form: RegExp, words: string): string {
    return this.#required(field, (value) => this.#checked(field, value, (text) => form.test(text), withNumber(value, words))) ?? "";
  }
  optionalId(field: string): string | null {
    return this.#optional(field, (value) => this.#checked(field, value, isUuid, "must be a UUID")?.toLowerCase());
  }
  optionalFlag(field: string, fallback: boolean): boolean {
    const flag = this.#optional(field, (value) =>
      typeof value === "boolean" ? value : this.#add(field, "INVALID", "must be true or false"),
    );
    return flag ?? fallback;
  }
  /** Reads one of these words as its rank. */
  rank(field: string, words: readonly string[]): number {
    return this.#required(field, (value) => this.#rank(field, value, words)) ?? 0;
  }
  optionalRank(field: string, words: readonly string[]): number | null {
    return this.#optional(field, (value) => this.#rank(field, value, words));
  }
  optionalObject(field: string): Record<string, unknown> | null {
    return this.#optional(field, (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return this.#add(field, "INVALID", "must be a JSON object");
      const why = unstorable(value);
      return why === undefined ? (value as Record<string, unknown>) : this.#add(field, "INVALID", why);
    });
  }
  /** Reads a string or `{ name: string }`. */
  optionalRef(field: string): string | { name: string } | null {
    return this.#optional(field, (value) => {
      const isNamed = typeof value === "object" && value !== null && Object.keys(value).join() === "name";
      if (!isNamed) return this.#text(field, value);
      const name = this.#text(field, (value as { name: unknown }).name);
      return name === undefined ? undefined : { name };
    });
  }

  #required<Value>(field: string, read: (value: unknown) => Value | undefined): Value | undefined {
    const value = this.#record[field];
    return value === undefined || value === null ? this.#add(field, "REQUIRED", "is required") : read(value);
  }
  #optional<Value>(field: string, read: (value: unknown) => Value | undefined): Value | null {
    const value = this.#record[field];
    return value === undefined || value === null ? null : (read(value) ?? null);
  }
  #add(field: string, code: UserErrorCode, words: string): undefined {
    this.violations.add([field], code, `${field} ${words}.`);
  }
  #checked(field: string, value: unknown, isGood: (text: string) => boolean, words: string): string | undefined {
    return typeof value === "string" && isGood(value) ? value : this.#add(field, "INVALID", words);
  }
  #text(field: string, value: unknown): string | undefined {
    if (typeof value !== "string") return this.#add(field, "INVALID", "must be a string");
    if (value.trim() === "") return this.#add(field, "TOO_SHORT", "must not be empty or blank");
    if (value.length > maxCharacters) return this.#add(field, "TOO_LONG", `must have at most ${maxCharacters} characters`);
    return isStorableText(value) ? value : this.#add(field, "INVALID", "contains a NUL character or an unpaired surrogate");
  }
  #texts(field: string, value: unknown): string[] | undefined {
    if (!Array.isArray(value)) return this.#add(field, "INVALID", "must be a list of strings");
    if (value.length > maxItems) return this.#add(field, "TOO_LONG", `must have at most ${maxItems} items`);
    const isGood = (item: unknown) =>
      typeof item === "string" && item.trim() !== "" && item.length <= maxCharacters && isStorableText(item);
    for (const [index, item] of value.entries())
      if (!isGood(item))
        this.violations.add([field, index], "INVALID", `Each item of ${field} must be a string of 1-${maxCharacters} characters.`);
    return value;
  }
  #time(field: string, value: unknown): string | undefined {
    const instant = typeof value === "string" ? instantOf(value) : undefined;
    if (instant !== undefined) return new Date(instant).toISOString();
    return this.#add(field, "INVALID", "must be an ISO 8601 time with a UTC offset, e.g. 2026-01-31T12:00:00Z");
  }
  #amount(field: string, value: unknown): string | undefined {
    const text = this.#checked(field, value, (given) => amountForm.test(given), withNumber(value, amountWords));
    return text === undefined ? undefined : String(toScaled(text));
  }
  #rank(field: string, value: unknown, words: readonly string[]): number | undefined {
    const rank = words.indexOf(value as string);
    return rank < 0 ? this.#add(field, "INVALID", `must be one of ${words.join(", ")}`) : rank;
  }
}

function withNumber(value: unknown, words: string): string {
  return typeof value === "number" ? `${words}; JSON numbers are not exact, send a string` : words;
}
