/** Returns a random integer that is at least 0 and less than `below`. */
export type Draw = (below: number) => number;

/** Returns a generator of pseudorandom integers (mulberry32). Equal seeds give equal integers. */
export function drawOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
