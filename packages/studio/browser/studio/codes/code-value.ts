import { countText } from "../parts/format.js";

export interface CodeValue {
  valuePercent: string | null;
  valueAmount: string | null;
}

/**
 * Formats the discount of a code, for example "15 %". Omits the currency of an amount, because the amount applies in the currency of each
 * order.
 */
export function valueText({ valuePercent, valueAmount }: CodeValue): string {
  return valuePercent === null ? `${valueAmount ?? ""} off` : `${valuePercent} %`;
}

export function usesText({ usageCount, usageLimit }: { usageCount: number; usageLimit: number | null }): string {
  return usageLimit === null ? countText(usageCount) : `${countText(usageCount)} of ${countText(usageLimit)}`;
}
