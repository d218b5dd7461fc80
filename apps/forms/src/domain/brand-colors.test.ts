import fc from "fast-check";
import { expect, it } from "vitest";
import { brandColors, contrastRatio, minTextContrast, surfaces, textOn, tint } from "./brand-colors.js";

/**
 * Contrast as WCAG 2.2 defines it: (L1 + 0.05) / (L2 + 0.05). L1 and L2 are the relative luminances of the lighter and the darker color.
 */
function wcagContrast(one: string, other: string): number {
  const luminances = [one, other].map((color) => {
    const [R, G, B] = (color.match(/[0-9a-f]{2}/g) ?? []).map((byte) => {
      const sRGB = parseInt(byte, 16) / 255;
      if (sRGB <= 0.04045) return sRGB / 12.92;
      return ((sRGB + 0.055) / 1.055) ** 2.4;
    }) as [number, number, number];
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  });
  return (Math.max(...luminances) + 0.05) / (Math.min(...luminances) + 0.05);
}

const bytesOf = (color: string) => [0, 1, 2].map((index) => parseInt(color.substr(1 + 2 * index, 2), 16));
const overlaid = (ground: string, color: string, share: number) =>
  `#${bytesOf(ground)
    .map((byte, index) => Math.round(byte * (1 - share) + (bytesOf(color)[index] ?? 0) * share))
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")}`;

const colors = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
const modes = ["light", "dark"] as const;

it("computes the contrast of WCAG 2.2", () => {
  expect(contrastRatio("#000000", "#ffffff")).toBeCloseTo(21, 10);
  expect(contrastRatio("#777777", "#ffffff")).toBeCloseTo(4.48, 2);
  fc.assert(fc.property(colors, colors, (one, other) => Math.abs(contrastRatio(one, other) - wcagContrast(one, other)) < 1e-9));
});

it("reads on every ground, selected answer and button, in both modes", () => {
  fc.assert(
    fc.property(colors, fc.constantFrom(...modes), (color, mode) => {
      const { grounds, onAccent } = surfaces[mode];
      const { accent, strong } = brandColors(color)[mode];
      for (const ground of grounds)
        for (const background of [ground, overlaid(ground, accent, tint)])
          expect(wcagContrast(accent, background)).toBeGreaterThanOrEqual(minTextContrast);
      for (const button of [accent, strong]) expect(wcagContrast(onAccent, button)).toBeGreaterThanOrEqual(minTextContrast);
    }),
    { numRuns: 300 },
  );
});

it("stays as given where its contrast suffices", () => {
  expect(brandColors("#0b5d1e").light.accent).toBe("#0b5d1e");
  expect(brandColors("#ffd166").dark.accent).toBe("#ffd166");
  expect(brandColors("#ffd166").light.accent).not.toBe("#ffd166");
});

it("has black or white text with a contrast of at least 4.5", () => {
  fc.assert(fc.property(colors, (color) => wcagContrast(textOn(color), color) >= minTextContrast));
});
