export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/**
 * A comparison with a stored bigint that replaces a comparison with a decimal. "always" and "never" stand for comparisons with a constant
 * result.
 */
export type WholeComparison = "always" | "never" | { operator: Comparison; value: bigint };

const greatest = 2n ** 63n - 1n;
const least = -(2n ** 63n);

/** A decimal times 10^scale, rounded down. `exact` is true if no rounding was necessary. */
interface Scaled {
  floor: bigint;
  exact: boolean;
}

/** `decimal` consists of an optional minus, digits and an optional fraction (the format "decimal"). */
function scaleUp(decimal: string, scale: number): Scaled {
  const negative = decimal.startsWith("-");
  const [whole = "", fraction = ""] = decimal.slice(negative ? 1 : 0).split(".");
  const magnitude = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const exact = !/[1-9]/.test(fraction.slice(scale));
  if (!negative) return { floor: magnitude, exact };
  return { floor: exact ? -magnitude : -magnitude - 1n, exact };
}

/** Translates `column operator decimal` for a column stored as bigint times 10^scale. The decimal may exceed the range of bigint. */
export function compareScaled(operator: Comparison, decimal: string, scale: number): WholeComparison {
  const { floor, exact } = scaleUp(decimal, scale);
  if (floor < least) return operator === ">" || operator === ">=" || operator === "<>" ? "always" : "never";
  if (floor > greatest) return operator === "<" || operator === "<=" || operator === "<>" ? "always" : "never";
  if (exact) return { operator, value: floor };
  // A whole number <= floor is less than the decimal, and a whole number > floor is greater.
  if (operator === "=") return "never";
  if (operator === "<>") return "always";
  return { operator: operator.startsWith("<") ? "<=" : ">", value: floor };
}
