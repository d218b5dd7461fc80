import type { QrStyle } from "../generated/types.js";
import { brightness, contrast, mixed } from "./brightness.js";
import { qrPresets } from "./qr-presets.js";

/** Colours nearer to each other than this, of 100, are not told apart by every reader: jsQR takes dots of 55 % on white for white now and then. */
export const leastContrast = 50;

/** An eye may be so far on the way from the dots' brightness to the plate's. */
const eyeShare = 0.35;

/** The colours that a code is drawn in. Its dots are darker than its plate: many readers know no other. */
export interface QrPalette {
  ground: string;
  /** What the dots stand on; the ground itself, unless that is dark. */
  plate: string;
  dots: string;
  eyes: string;
}

type Coloured = Pick<QrStyle, "preset" | "mode" | "fg" | "eye" | "bg">;

/** The colours of a style. Of a light fg on a dark bg, the code is drawn the other way round, on a plate. */
export function qrPalette(style: Coloured): QrPalette {
  const { fg, bg } = qrColours(style);
  const [dots, plate] = brightness(fg) <= brightness(bg) ? [fg, bg] : [bg, fg];
  const { eye: eyeOfPreset } = qrPresets[style.preset];
  // An eye in the preset's own colour goes with the preset's own ink; beside own colours, with theirs.
  const eye = style.eye ?? (style.fg || style.bg ? null : eyeOfPreset) ?? dots;
  return { ground: bg, plate, dots, eyes: readable(eye, plate, dots) };
}

/** fg and bg, where the style has none: such that the other one can be read beside it. */
export function qrColours({ preset, mode, fg, bg }: Coloured): { fg: string; bg: string } {
  const { ink, paper } = qrPresets[preset];
  const [front, back] = mode === "light" ? [ink, paper] : [paper, ink];
  if (fg) return { fg, bg: bg ?? beside(fg, back, front) };
  return bg ? { fg: beside(bg, front, back), bg } : { fg: front, bg: back };
}

/** The wanted colour or else the other one; black or white, one of which can be read beside any colour, where neither ink nor paper can. */
const beside = (colour: string, ...wanted: [string, string]): string =>
  [...wanted, "#000000"].find((one) => contrast(colour, one) >= leastContrast) ?? "#ffffff";

/** The colour itself, or as much darker as it takes: readers that draw their line by the dots take an eye that is nearer to the plate for plate. */
function readable(colour: string, plate: string, dots: string): string {
  const most = brightness(dots) + (brightness(plate) - brightness(dots)) * eyeShare;
  const steps = [0, 1, 2, 3, 4, 5, 6, 7].map((step) => mixed(colour, dots, step / 8));
  return steps.find((step) => brightness(step) <= most && brightness(plate) - brightness(step) >= leastContrast) ?? dots;
}
