/** Returns the enum value at a stored index of the declared order. Throws RangeError if the index is out of range (a bug). */
export function valueOfRank<Value extends string>(order: readonly Value[], rank: number): Value {
  const value = order[rank];
  if (value === undefined) throw new RangeError(`Invariant violated: enum index ${rank} is out of range for ${order.join(", ")}.`);
  return value;
}
