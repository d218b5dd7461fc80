import { instantOf } from "@offergraph/shared/schema/dates";
import { statuses } from "../domain/ranks.js";
import type { DiscountCodeStatus, DiscountValueKind } from "../generated/types.js";

/** Tells what is wrong with a cell, as a sentence. */
export type Tell = (reason: string) => void;

const largestCount = 2_147_483_647;
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
 * Reads what a value takes off. Exports write it below or above zero, so the sign says nothing. A value without a unit, and without
 * a type next to it, is reported: 15 may be percent or money.
 */
export function readValue(cell: string, type: string, tellValue: Tell, tellType: Tell): { kind: DiscountValueKind; value: number } {
  const typed = kinds[type.toLowerCase().replace(/[\s_-]/g, "")];
  if (type !== "" && !typed) tellType("It has to be percentage or fixed_amount.");
  const [, before, digits = "", after] = valueForm.exec(cell) ?? [];
  const value = numberOf(digits);
  const signed = after === "%" ? "percent" : (before ?? after) ? "amount" : undefined;
  const kind = typed ?? signed;
  if (cell === "") tellValue("It has to be given.");
  else if (value === undefined) tellValue('It has to be a number without doubt, such as "15%", "-15.00" or "10,50".');
  else if (typed && signed && typed !== signed)
    tellValue(`It is ${signed === "percent" ? "a percentage" : "an amount"}, and the value type says otherwise.`);
  else if (!kind && type === "")
    tellValue('It has no unit. Write "15%" or "$15", or add a column Value Type with percentage or fixed_amount.');
  return { kind: kind ?? "amount", value: value ?? 0 };
}

/** A number with a decimal point, or with a decimal comma where it can be nothing else: 1,000 may be one or a thousand. */
function numberOf(digits: string): number | undefined {
  if (/^(\d+\.?\d*|\.\d+)$/.test(digits)) return Number(digits);
  if (/^\d+,(\d{1,2}|\d{4,})$/.test(digits)) return Number(digits.replace(",", "."));
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(digits)) return Number(digits.replaceAll(",", ""));
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(digits)) return Number(digits.replaceAll(".", "").replace(",", "."));
  return undefined;
}

/** Undefined: the times say it. */
export function readStatus(cell: string, tell: Tell): DiscountCodeStatus | undefined {
  if (cell === "") return undefined;
  const status = statuses.find((one) => one === cell.toUpperCase());
  if (!status) tell(`It has to be one of ${statuses.join(", ").toLowerCase()}, or empty.`);
  return status;
}

/** A code that nothing but its times tell the status of. */
export function statusAt(now: Date, { startAt, endsAt }: { startAt: string | null; endsAt: string | null }): DiscountCodeStatus {
  const time = now.toISOString();
  if (endsAt !== null && endsAt <= time) return "EXPIRED";
  return startAt !== null && startAt > time ? "SCHEDULED" : "ACTIVE";
}

/** Null: without limit, which exports write as nothing, as 0 or in words. */
export function readLimit(cell: string, tell: Tell): number | null {
  return /^(unlimited|no limit|none|∞)?$/i.test(cell) ? null : readCount(cell, tell) || null;
}

/** How often something was done; nothing is never. */
export function readCount(cell: string, tell: Tell): number {
  if (cell === "") return 0;
  const count = /^(\d+|\d{1,3}(,\d{3})+)(\.0+)?$/.test(cell) ? Number(cell.replaceAll(",", "")) : undefined;
  if (count !== undefined && count <= largestCount) return count;
  tell(`It has to be a whole number from 0 to ${largestCount}.`);
  return 0;
}

/** A time as Datetime writes it; null when the cell is empty. A day is its first moment; without a zone a time is UTC. */
export function readTime(cell: string, tell: Tell): string | null {
  if (cell === "") return null;
  const [, day, time = "00:00", zone = "Z"] = timeForm.exec(cell) ?? [];
  const instant = day === undefined ? undefined : instantOf(`${day}T${time}${/^[+-]/.test(zone) ? zone : "Z"}`);
  if (instant !== undefined) return new Date(instant).toISOString();
  tell("It has to be a real day or time, such as 2026-01-31, 2026-01-31 12:00:00 +0100 or 2026-01-31T12:00:00Z.");
  return null;
}
