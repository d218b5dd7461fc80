import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { QrMode, QrPreset } from "../generated/types.js";
import { brightness, contrast, minContrast, mixed, qrPalette, qrPresets } from "./qr-palette.js";

const presets = Object.keys(qrPresets) as QrPreset[];
const style = (given: object) => ({ preset: "classic" as const, mode: "light" as const, ...given });

describe("the colors of a QR code", () => {
  it("default to the preset's, with a light plate on a dark ground", () => {
    expect(qrPalette(style({ preset: "accent" }))).toEqual({ ground: "#ffffff", plate: "#ffffff", dots: "#111827", eyes: "#4338ca" });
    const dark = { ground: "#111827", plate: "#ffffff", dots: "#111827", eyes: "#4338ca" };
    expect(qrPalette(style({ preset: "accent", mode: "dark" }))).toEqual(dark);
  });

  it("are the style's own in every mode", () => {
    for (const mode of ["light", "dark"])
      expect(qrPalette(style({ mode, fg: "#880000", bg: "#ffeeee", eye: "#000088" }))).toEqual({
        ground: "#ffeeee",
        plate: "#ffeeee",
        dots: "#880000",
        eyes: "#000088",
      });
  });

  it("are inverted for a light fg on a dark bg: fg is the plate", () => {
    expect(qrPalette(style({ fg: "#ffeeee", bg: "#880000" }))).toMatchObject({ ground: "#880000", plate: "#ffeeee", dots: "#880000" });
  });

  it("complete a single own color with the mode's, if the contrast suffices", () => {
    expect(qrPalette(style({ fg: "#880000" }))).toMatchObject({ ground: "#ffffff", dots: "#880000" });
    expect(qrPalette(style({ fg: "#ffff00" }))).toMatchObject({ ground: "#000000", plate: "#ffff00", dots: "#000000" });
    expect(qrPalette(style({ bg: "#ffff00" }))).toMatchObject({ ground: "#ffff00", dots: "#000000" });
    expect(qrPalette(style({ bg: "#000088" }))).toMatchObject({ ground: "#000088", plate: "#ffffff", dots: "#000088" });
    expect(qrPalette(style({ preset: "soft", bg: "#848484" }))).toMatchObject({ ground: "#848484", dots: "#000000" });
    expect(qrPalette(style({ preset: "ink", fg: "#8f7679" }))).toMatchObject({ ground: "#ffffff", dots: "#8f7679" });
    expect(qrPalette(style({ bg: "#880000", mode: "dark" }))).toMatchObject({ ground: "#880000", plate: "#ffffff", dots: "#880000" });
  });

  it("draw eyes in the color of own dots, darkened as needed", () => {
    expect(qrPalette(style({ preset: "accent", fg: "#880000" })).eyes).toBe("#880000");
    const { eyes } = qrPalette(style({ eye: "#ffff00" }));
    expect(eyes).not.toBe("#000000");
    expect(contrast(eyes, "#ffffff")).toBeGreaterThanOrEqual(minContrast);
    expect(qrPalette(style({ eye: "#ffffff", fg: "#880000" })).eyes).not.toBe("#ffffff");
  });

  it("are always dark on light with enough contrast", () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const own = fc.option(colour);
    const mode = fc.constantFrom<QrMode>("light", "dark");
    const any = fc.record({ preset: fc.constantFrom(...presets), mode, fg: own, bg: own, eye: own });
    fc.assert(
      fc.property(any, (given) => {
        fc.pre(!given.fg || !given.bg || contrast(given.fg, given.bg) >= minContrast);
        const { plate, dots, eyes } = qrPalette(given);
        for (const drawn of [dots, eyes]) expect(brightness(plate) - brightness(drawn)).toBeGreaterThanOrEqual(minContrast);
      }),
      { numRuns: 2000 },
    );
  });
});

it("rates brightness from 0 (black) to 100 (white), green highest", () => {
  expect(["#000000", "#ffffff", "#ff0000", "#00FF00", "#0000ff", "#808080"].map((colour) => brightness(colour).toFixed(1))).toEqual([
    "0.0",
    "100.0",
    "21.3",
    "71.5",
    "7.2",
    "50.2",
  ]);
});

describe("contrast", () => {
  it.each([
    ["#000000", "#ffffff", "100.0"],
    ["#ff0000", "#0000FF", "14.0"],
    ["#123456", "#123456", "0.0"],
  ])("of %s and %s is %s in either order", (one, other, expected) => {
    expect(contrast(one, other).toFixed(1)).toBe(expected);
    expect(contrast(other, one)).toBe(contrast(one, other));
  });
});

it("interpolates between two colors", () => {
  expect([0, 0.25, 0.5, 1].map((way) => mixed("#0010fF", "#ff1000", way))).toEqual(["#0010ff", "#4010bf", "#801080", "#ff1000"]);
});
