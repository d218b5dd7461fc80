import { qrPresets } from "../domain/qr-presets.js";
import type { QrDots, QrEyes, QrMode, QrPreset, QrSize, QrStyle } from "../generated/types.js";

export const presets = Object.keys(qrPresets) as QrPreset[];
export const sizes: readonly QrSize[] = ["m", "l", "xl"];
export const modes: readonly QrMode[] = ["light", "dark"];
export const dotShapes: readonly QrDots[] = ["square", "rounded", "dot", "diamond"];
export const eyeShapes: readonly QrEyes[] = ["square", "rounded", "dot"];

/** The usual style, and what is given of another one. */
export function styleOf(given: Partial<QrStyle>): QrStyle {
  const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;
  return { ...usual, fg: null, eye: null, bg: null, dots: null, eyes: null, link: null, ...given };
}
