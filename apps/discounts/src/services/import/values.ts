import { instantOf } from "@offergraph/shared/schema/dates";
import { statuses } from "../../domain/ordinals.js";
import type { DiscountCodeStatus, DiscountValueKind } from "../../generated/types.js";

export type Report = (reason: string) => void;

const maxCount = 2_147_483_647;
/** Maximum length of a value. The regular expression `valueForm` takes quadratic time for a value with many spaces. */
const maxValueLength = 100;
const valueForm = /^[-−+]?\s*(\p{Sc})?\s*[-−+]?\s*([\d.,]+)\s*(\p{Sc}|%)?$/u;
const timeForm = /^(\d{4}-\d{2}-\d{2})(?:[T\s]+(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)\s*(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)?)?$/i;
const kinds: Record<string, DiscountValueKind> = {
  "%": "percent",
  percent: "percent",
  percentage: "percent",
  amount: "amount",
  fixed: "amount",
  fixedamount: "amount",
};

/**
 * Reads a discount value. Ignores a minus sign before the value, because some exports contain negative values such as -15.00. Reports an
 * error if both the unit and the type are missing.
 */
export function readValue(cell: string, type: string, reportValue: Report, reportType: Report): { kind: DiscountValueKind; value: number } {
  const typed = kinds[type.toLowerCase().replace(/[\s_-]/g, "")];
  if (type !== "" && !typed) reportType('The value type must be "percentage" or "fixed_amount".');
  const [, before, digits = "", after] = (cell.length <= maxValueLength && valueForm.exec(cell)) || [];
  const value = numberOf(digits);
  const signed = after === "%" ? "percent" : (before ?? after) ? "amount" : undefined;
  const kind = typed ?? signed;
  if (cell === "") reportValue("A value is required.");
  else if (value === undefined) reportValue('The value must be an unambiguous number, such as "15%", "-15.00" or "10,50".');
  else if (typed && signed && typed !== signed) reportValue("The value and the value type must both be a percentage or both be an amount.");
  else if (!kind && type === "")
    reportValue('The unit is missing. Write "15%" or "$15", or add a column "Value Type" with "percentage" or "fixed_amount".');
  return { kind: kind ?? "amount", value: value ?? 0 };
}

/** Parses a number with a decimal point or a decimal comma. Rejects ambiguous texts such as 1,000. */
function numberOf(digits: string): number | undefined {
  if (/^(\d+\.?\d*|\.\d+)$/.test(digits)) return Number(digits);
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(digits)) return Number(digits.replace(",", "."));
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(digits)) return Number(digits.replaceAll(",", ""));
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return undefined;
}

/** Returns undefined for an empty cell. The import then derives the status from start and end. */
export function readStatus(cell: string, report: Report): DiscountCodeStatus | undefined {
  if (cell === "") return undefined;
  const status = statuses.find((one) => one === cell.toUpperCase());
  if (!status) report(`The status must be empty or one of ${statuses.join(", ").toLowerCase()}.`);
  return status;
}

export function statusAt(now: Date, { startAt, endsAt }: { startAt: string | null; endsAt: string | null }): DiscountCodeStatus {
  const time = now.toISOString();
  if (endsAt !== null && endsAt <= time) return "EXPIRED";
  return startAt !== null && startAt > time ? "SCHEDULED" : "ACTIVE";
}

/** Returns the limit. Returns null (unlimited) for an empty cell, 0 or a word such as "unlimited". */
export function readLimit(cell: string, report: Report): number | null {
  return /^(unlimited|no limit|none|∞)?$/i.test(cell) ? null : readCount(cell, report) || null;
}

export function readCount(cell: string, report: Report): number {
  if (cell === "") return 0;
  const count = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/.test(cell) ? Number(cell.replaceAll(",", "")) : undefined;
  if (count !== undefined && count <= maxCount) return count;
  report(`The cell must contain a whole number from 0 to ${maxCount}.`);
  return 0;
}

/**
 * Converts a cell to an ISO time, or to null if the cell is empty. A date without a time means 00:00. A time without a time zone is
 * in UTC.
 */
export function readTime(cell: string, report: Report): string | null {
  if (cell === "") return null;
  const [, day, time = "00:00", zone = "Z"] = timeForm.exec(cell) ?? [];
  const instant = day === undefined ? undefined : instantOf(`${day}T${time}${/^[+-]/.test(zone) ? zone : "Z"}`);
  if (instant !== undefined) return new Date(instant).toISOString();
  report("The cell must contain a valid date or time, such as 2026-01-31, 2026-01-31 12:00:00 +0100 or 2026-01-31T12:00:00Z.");
  return null;
}
