export type Comparison = "=" | "<>" | "<" | "<=" | ">" | ">=";

/** What a comparison with a decimal comes down to on a column of whole numbers. */
export type WholeComparison = "always" | "never" | { operator: Comparison; value: bigint };

const greatest = 2n ** 63n - 1n;
const least = -(2n ** 63n);

/** A decimal times 10^scale: rounded down to a whole number, and whether it was one. */
interface Scaled {
  floor: bigint;
  exact: boolean;
}

/** `decimal`: optional minus, digits, optional fraction (the format "decimal"). */
function scaleUp(decimal: string, scale: number): Scaled {
  const negative = decimal.startsWith("-");
  const [whole = "", fraction = ""] = decimal.slice(negative ? 1 : 0).split(".");
  const magnitude = BigInt(whole + fraction.slice(0, scale).padEnd(scale, "0"));
  const exact = !/[1-9]/.test(fraction.slice(scale));
  if (!negative) return { floor: magnitude, exact };
  return { floor: exact ? -magnitude : -magnitude - 1n, exact };
}

/**
 * Says `column operator decimal` for a column that stores the value as bigint, times 10^scale, exactly: a decimal between two
 * storable ones, or beyond them all, becomes the comparison with whole numbers that has the same answer for every row.
 */
export function compareScaled(operator: Comparison, decimal: string, scale: number): WholeComparison {
  const { floor, exact } = scaleUp(decimal, scale);
  if (floor < least) return operator === ">" || operator === ">=" || operator === "<>" ? "always" : "never";
  if (floor > greatest) return operator === "<" || operator === "<=" || operator === "<>" ? "always" : "never";
  if (exact) return { operator, value: floor };
  // Between floor and floor + 1: nothing equals it, what is below is at most floor, what is above is more than floor.
  if (operator === "=") return "never";
  if (operator === "<>") return "always";
  return { operator: operator.startsWith("<") ? "<=" : ">", value: floor };
}
