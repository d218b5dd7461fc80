/** Returns functions that draw pseudorandom fractions, integers and list items (mulberry32). Equal seeds give equal values. */
export function draws(seed: number) {
  let state = seed;
  const part = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (below: number) => Math.trunc(part() * below);
  return {
    part,
    whole,
    of: <Item>(items: readonly Item[]): Item => items[whole(items.length)] as Item,
  };
}
