import type { QrStyle } from "../generated/types.js";
import { brightness, contrast, mixed } from "./brightness.js";
import { qrPresets } from "./qr-presets.js";

/** Minimum difference in brightness (0-100). Some readers fail below it: jsQR sometimes reads dots of 55 % on white as white. */
export const minContrast = 50;

/** Maximum brightness of an eye, as a fraction of the distance from the dots to the plate. */
const eyeShare = 0.35;

export interface QrPalette {
  ground: string;
  /** Background of the dots; the ground itself, unless that is dark. */
  plate: string;
  dots: string;
  eyes: string;
}

type Coloured = Pick<QrStyle, "preset" | "mode" | "fg" | "eye" | "bg">;

/** Colors of a style. If fg is lighter than bg, the code is drawn inverted on a plate. */
export function qrPalette(style: Coloured): QrPalette {
  const { fg, bg } = qrColours(style);
  const [dots, plate] = brightness(fg) <= brightness(bg) ? [fg, bg] : [bg, fg];
  const { eye: eyeOfPreset } = qrPresets[style.preset];
  // The preset's eye color applies only with the preset's own colors.
  const eye = style.eye ?? (style.fg || style.bg ? null : eyeOfPreset) ?? dots;
  return { ground: bg, plate, dots, eyes: readable(eye, plate, dots) };
}

/** fg and bg; fills in a missing one so that the two have enough contrast. */
export function qrColours({ preset, mode, fg, bg }: Coloured): { fg: string; bg: string } {
  const { ink, paper } = qrPresets[preset];
  const [front, back] = mode === "light" ? [ink, paper] : [paper, ink];
  if (fg) return { fg, bg: bg ?? contrasting(fg, back, front) };
  return bg ? { fg: contrasting(bg, front, back), bg } : { fg: front, bg: back };
}

/** The first of the wanted colors with enough contrast to `colour`, else black or white, one of which always has. */
const contrasting = (colour: string, ...wanted: [string, string]): string =>
  [...wanted, "#000000"].find((one) => contrast(colour, one) >= minContrast) ?? "#ffffff";

/** Darkens an eye's color as far as needed: readers that set their threshold by the dots read too light an eye as background. */
function readable(colour: string, plate: string, dots: string): string {
  const most = brightness(dots) + (brightness(plate) - brightness(dots)) * eyeShare;
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => mixed(colour, dots, step / 8));
  return steps.find((step) => brightness(step) <= most && brightness(plate) - brightness(step) >= minContrast) ?? dots;
}
