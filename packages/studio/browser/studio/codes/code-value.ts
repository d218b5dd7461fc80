import { countText } from "../parts/format.js";

export interface CodeValue {
  valuePercent: string | null;
  valueAmount: string | null;
}

/** Formats the discount of a code, for example "15 %". Amounts have no currency, because they are in the currency of the order. */
export function valueText({ valuePercent, valueAmount }: CodeValue): string {
  return valuePercent === null ? `${valueAmount ?? ""} off` : `${valuePercent} %`;
}

export function usesText({ usageCount, usageLimit }: { usageCount: number; usageLimit: number | null }): string {
  return usageLimit === null ? countText(usageCount) : `${countText(usageCount)} of ${countText(usageLimit)}`;
}
