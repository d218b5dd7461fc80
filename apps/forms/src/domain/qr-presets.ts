import type { QrDots, QrEyes, QrPreset } from "../generated/types.js";

/** What a preset stands for. Its ink is dark and its paper light: one of them can be read beside any colour. */
interface QrLook {
  dots: QrDots;
  eyes: QrEyes;
  ink: string;
  paper: string;
  /** The colour of the eyes, where it is not the ink's. */
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
