import type { QrDots, QrEyes, QrPreset, QrStyle } from "../generated/types.js";

/** Appearance of a preset. `ink` must be dark, and `paper` must be light. Every color then contrasts with `ink` or `paper`. */
interface QrLook {
  dots: QrDots;
  eyes: QrEyes;
  ink: string;
  paper: string;
  eye?: string;
}

export const qrPresets: Readonly<Record<QrPreset, QrLook>> = {
  classic: { dots: "square", eyes: "square", ink: "#000000", paper: "#ffffff" },
  soft: { dots: "rounded", eyes: "rounded", ink: "#1f2937", paper: "#ffffff" },
  dotted: { dots: "dot", eyes: "dot", ink: "#111827", paper: "#ffffff" },
  diamond: { dots: "diamond", eyes: "rounded", ink: "#111827", paper: "#ffffff" },
  accent: { dots: "rounded", eyes: "rounded", ink: "#111827", paper: "#ffffff", eye: "#4338ca" },
  ink: { dots: "square", eyes: "rounded", ink: "#0b1f4b", paper: "#fdfbf5" },
};

/**
 * Minimum difference in brightness (0-100) between dots and background that QR readers need. For example, jsQR reads some dots of
 * brightness 55 as white.
 */
export const minContrast = 50;

/**
 * Maximum brightness of an eye (finder pattern), relative to the dots and their background. At 0, the eye is as dark as the dots. At 1, the
 * eye is as bright as the background.
 */
const eyeShare = 0.35;

export interface QrPalette {
  ground: string;
  /**
   * Color of the area directly behind the dots. `ground` is the color around the plate. `plate` and `ground` are equal if `ground` is
   * lighter than `dots`.
   */
  plate: string;
  dots: string;
  eyes: string;
}

type Colored = Pick<QrStyle, "preset" | "mode" | "fg" | "eye" | "bg">;

/** Returns the colors of a style. If fg is lighter than bg, the dots get the color bg, and the plate gets the color fg. */
export function qrPalette(style: Colored): QrPalette {
  const { fg, bg } = qrColors(style);
  const [dots, plate] = brightness(fg) <= brightness(bg) ? [fg, bg] : [bg, fg];
  const { eye: eyeOfPreset } = qrPresets[style.preset];
  // A style with fg or bg does not get the preset's eye color.
  const eye = style.eye ?? (style.fg || style.bg ? null : eyeOfPreset) ?? dots;
  return { ground: bg, plate, dots, eyes: readable(eye, plate, dots) };
}

function qrColors({ preset, mode, fg, bg }: Colored): { fg: string; bg: string } {
  const { ink, paper } = qrPresets[preset];
  const [front, back] = mode === "light" ? [ink, paper] : [paper, ink];
  if (fg) return { fg, bg: bg ?? contrasting(fg, back, front) };
  return bg ? { fg: contrasting(bg, front, back), bg } : { fg: front, bg: back };
}

/** Returns the first color in `wanted` that contrasts enough with `color`. If neither color has enough contrast, returns black or white. */
const contrasting = (color: string, ...wanted: [string, string]): string =>
  [...wanted, "#000000"].find((one) => contrast(color, one) >= minContrast) ?? "#ffffff";

/** Darkens an eye color if necessary. Some readers would otherwise read a light eye as background. */
function readable(color: string, plate: string, dots: string): string {
  const most = brightness(dots) + (brightness(plate) - brightness(dots)) * eyeShare;
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => mixed(color, dots, step / 8));
  return steps.find((step) => brightness(step) <= most && brightness(plate) - brightness(step) >= minContrast) ?? dots;
}

/** Brightness (luma, ITU-R BT.709) of a color, from 0 to 100. The color is a hex code such as #1a2b3c. */
export function brightness(color: string): number {
  const [red, green, blue] = channels(color) as [number, number, number];
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 2.55;
}

export const contrast = (one: string, other: string): number => Math.abs(brightness(one) - brightness(other));

/** Mixes two colors. `way` is the proportion of the color `to`, from 0 to 1. */
export function mixed(from: string, to: string, way: number): string {
  const ends = channels(to);
  const between = channels(from).map((value, index) => Math.round(value + ((ends[index] ?? 0) - value) * way));
  return `#${between.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

const channels = (color: string): number[] => [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
