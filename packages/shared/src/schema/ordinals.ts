/** Returns the enum value with the stored index. Throws RangeError if the index is out of range. */
export function valueOfOrdinal<Value extends string>(order: readonly Value[], ordinal: number): Value {
  const value = order[ordinal];
  if (value === undefined) throw new RangeError(`Invariant violated: enum index ${ordinal} is out of range for ${order.join(", ")}.`);
  return value;
}
