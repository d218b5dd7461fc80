/** The value of a stored rank: enums are stored as places in their declared order. Throws RangeError on a rank that the order does not have: a fault of ours. */
export function valueOfRank<Value extends string>(order: readonly Value[], rank: number): Value {
  const value = order[rank];
  if (value === undefined) throw new RangeError(`There is no value of rank ${rank} among ${order.join(", ")}.`);
  return value;
}
