/** Gives whole numbers from 0 up to, without, the one it is asked for. */
export type Draw = (below: number) => number;

/** What draws the same numbers for a seed each time (mulberry32). */
export function drawOf(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
