import { decode, encode } from "fast-png";

type Color = [number, number, number];

const maxColors = 128;

/**
 * Reduces a picture to its most frequent colors and the colors in `reserved`, because a PNG with a palette is about a third of the size.
 */
export function withPalette(png: Uint8Array, reserved: readonly string[]): Uint8Array {
  const { width, height, data, channels } = decode(png);
  const pixels = width * height;
  const counts = new Map<number, number>();
  const keyAt = (pixel: number) => {
    const at = pixel * channels;
    return ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
  };
  for (let pixel = 0; pixel < pixels; pixel += 1) counts.set(keyAt(pixel), (counts.get(keyAt(pixel)) ?? 0) + 1);
  const frequent = [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
  const keys = new Set([...reserved.map((color) => Number.parseInt(color.slice(1), 16)), ...frequent]);
  const palette = [...keys].slice(0, maxColors).map(colorOf);
  const indexes = new Map([...counts.keys()].map((key) => [key, nearest(palette, colorOf(key))]));
  const indexed = Uint8Array.from({ length: pixels }, (_, pixel) => indexes.get(keyAt(pixel)) ?? 0);
  return encode({ width, height, data: indexed, channels: 1, depth: 8, palette }, { zlib: { level: 9 } });
}

const colorOf = (key: number): Color => [key >> 16, (key >> 8) & 255, key & 255];

function nearest(palette: readonly Color[], [red, green, blue]: Color): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
