import type { QrDots, QrEyes, QrPreset } from "../generated/types.js";

/** Look of a preset. Ink must be dark and paper light, so that one of them contrasts with any color. */
interface QrLook {
  dots: QrDots;
  eyes: QrEyes;
  ink: string;
  paper: string;
  /** Color of the eyes; default: ink. */
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
