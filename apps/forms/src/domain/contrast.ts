/** How far two colours (# and 6 hexadecimal digits) stand apart: from 1 to 21 (WCAG 2 contrast ratio). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** How bright a colour is: from 0 to 1 (WCAG 2 relative luminance). */
export function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** A colour on the way from one to another; `way` from 0 to 1. */
export function mixed(from: string, to: string, way: number): string {
  const ends = channels(to);
  const between = channels(from).map((value, index) => Math.round(value + ((ends[index] ?? 0) - value) * way));
  return `#${between.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const channels = (colour: string): number[] => [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
