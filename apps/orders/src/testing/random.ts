/** Returns an integer from 0 to the argument, exclusive. */
export type Draw = (below: number) => number;

/** Seeded pseudorandom numbers (mulberry32). */
export function drawOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
