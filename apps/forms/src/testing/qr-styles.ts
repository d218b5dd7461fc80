import { qrPresets } from "../domain/qr-palette.js";
import { usualQrStyle } from "../domain/qr-style.js";
import type { QrDots, QrEyes, QrMode, QrPreset, QrSize, QrStyle } from "../generated/types.js";

export const presets = Object.keys(qrPresets) as QrPreset[];
export const sizes: readonly QrSize[] = ["m", "l", "xl"];
export const modes: readonly QrMode[] = ["light", "dark"];
export const dotShapes: readonly QrDots[] = ["square", "rounded", "dot", "diamond"];
export const eyeShapes: readonly QrEyes[] = ["square", "rounded", "dot"];

export const styleOf = (given: Partial<QrStyle>): QrStyle => ({ ...usualQrStyle, ...given });
