import { mixed } from "./qr-palette.js";

/** Minimum contrast between a text and its background (WCAG 2.2, 1.4.3). For controls, a contrast of 3:1 is sufficient (1.4.11). */
export const minTextContrast = 4.5;

/**
 * Colors from main.css. `grounds` are the backgrounds of fields and of the page's card. `onAccent` is the color of text on the accent
 * color.
 */
export const surfaces = {
  light: { grounds: ["#ffffff", "#f4f5f8"], onAccent: "#ffffff", towards: "#000000" },
  dark: { grounds: ["#1b2029", "#141820", "#12151c"], onAccent: "#10182f", towards: "#ffffff" },
} as const;
type Mode = keyof typeof surfaces;

/** Proportion (0 to 1) of the accent color in a selected answer's background. survey.css must contain the same number. */
export const tint = 0.14;
/** Proportion of black or white in the hover color. */
const hover = 0.2;
const steps = 64;

export interface AccentColors {
  accent: string;
  /** Hover color of an element. */
  strong: string;
}

/** If the contrast is too low, darkens the color for light mode, and lightens the color for dark mode. */
export const brandColors = (accent: string): Record<Mode, AccentColors> => ({
  light: inMode(accent, "light"),
  dark: inMode(accent, "dark"),
});

function inMode(color: string, mode: Mode): AccentColors {
  const { towards } = surfaces[mode];
  // The last candidate, black or white, always has enough contrast.
  const candidates = Array.from({ length: steps + 1 }, (_, step) => mixed(color, towards, step / steps));
  const accent = candidates.find((candidate) => isReadable(candidate, mode)) ?? towards;
  return { accent, strong: mixed(accent, towards, hover) };
}

function isReadable(accent: string, mode: Mode): boolean {
  const { grounds, onAccent } = surfaces[mode];
  const backgrounds = grounds.flatMap((ground) => [ground, mixed(ground, accent, tint)]);
  return [onAccent, ...backgrounds].every((other) => contrastRatio(accent, other) >= minTextContrast);
}

/** Returns black or white, whichever has the higher contrast to the color. At least one of the two contrasts is 4.58:1 or more. */
export const textOn = (color: string): string =>
  contrastRatio(color, "#ffffff") >= contrastRatio(color, "#000000") ? "#ffffff" : "#000000";

/** Contrast ratio of two colors (# and 6 hexadecimal digits), from 1 to 21 (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => linear(Number.parseInt(color.slice(start, start + 2), 16) / 255));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
