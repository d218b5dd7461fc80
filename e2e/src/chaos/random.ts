/** Generates seeded pseudorandom numbers (mulberry32). `below(n)` returns an integer from 0 to n - 1. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const below = (end: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end);
  };
  return { below, oneOf: <Value>(values: readonly [Value, ...Value[]]): Value => values[below(values.length)] ?? values[0] };
}
export type Random = ReturnType<typeof createRandom>;
