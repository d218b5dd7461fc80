import { valueScale } from "@offergraph/shared/schema/scaled";
import { Decimal } from "decimal.js";

/** Returns the exact decimal text of a JSON number, without trailing zeros: 12.50 → "12.5". */
export function decimalText(value: number): string {
  return new Decimal(value).toFixed();
}

/** Returns true if a number has at most `valueScale` decimals. */
export function keepsScale(value: number): boolean {
  return new Decimal(value).decimalPlaces() <= valueScale;
}
