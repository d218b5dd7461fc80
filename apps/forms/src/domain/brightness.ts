/** Luma (ITU-R BT.709) of a color (# and 6 hexadecimal digits), from 0 to 100. */
export function brightness(colour: string): number {
  const [red, green, blue] = channels(colour) as [number, number, number];
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 2.55;
}

/** Difference in brightness between two colors, from 0 to 100. */
export const contrast = (one: string, other: string): number => Math.abs(brightness(one) - brightness(other));

/** Interpolates between two colors; `way` from 0 to 1. */
export function mixed(from: string, to: string, way: number): string {
  const ends = channels(to);
  const between = channels(from).map((value, index) => Math.round(value + ((ends[index] ?? 0) - value) * way));
  return `#${between.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const channels = (colour: string): number[] => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
