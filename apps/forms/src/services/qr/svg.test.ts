import { describe, expect, it } from "vitest";
import { pictureOf } from "../../testing/qr-readers.js";
import { dotShapes, eyeShapes, presets, sizes, styleOf } from "../../testing/qr-styles.js";
import { pngOf } from "./pictures.js";
import { qrSvg } from "./svg.js";

const link = "https://forms.offergraph.example/s/aB3dE7x";
const svgOf = (given: Parameters<typeof styleOf>[0] = {}, of = link) => qrSvg(of, styleOf(given));

describe("the SVG of a code", () => {
  it.each([
    ["m", 256],
    ["l", 512],
    ["xl", 1024],
  ] as const)("of size %s is %i pixels wide and high", async (size, pixels) => {
    expect(svgOf({ size })).toContain(`width="${pixels}" height="${pixels}"`);
    const { width, height } = pictureOf(await pngOf(svgOf({ size, mode: "dark" })));
    expect([width, height]).toEqual([pixels, pixels]);
  });

  it("is larger than its style's size if modules would be under 5 pixels", () => {
    expect(svgOf({ size: "m" }, `https://a.example/${"x".repeat(40)}`)).toContain('width="256"');
    expect(svgOf({ size: "m" }, `https://a.example/${"x".repeat(100)}`)).toContain('width="512"');
    expect(svgOf({ size: "m" }, `https://a.example/${"x".repeat(2030)}`)).toContain('width="1024"');
  });

  it("has a margin of 4 modules or more around the code", async () => {
    for (const size of sizes) {
      const { width, pixels } = pictureOf(await pngOf(svgOf({ size, eyes: "square" })));
      const isDark = (x: number, y: number) => (pixels[4 * (y * width + x)] ?? 0) < 128;
      const rows = Array.from({ length: width }, (_, index) => index);
      const inked = rows.filter((y) => rows.some((x) => isDark(x, y)));
      const [first = 0, last = 0] = [inked.at(0), inked.at(-1)];
      // The first dark pixels are the upper edge of an eye, which is 7 modules wide.
      const left = rows.findIndex((x) => isDark(x, first));
      const eye = rows.slice(left).findIndex((x) => !isDark(x, first));
      for (const margin of [first, left, width - 1 - last]) expect(margin).toBeGreaterThanOrEqual((4 * eye) / 7);
    }
  });

  it("differs by preset and shape of dots and eyes", () => {
    const looks = [
      ...presets.map((preset) => svgOf({ preset })),
      ...dotShapes.slice(1).map((dots) => svgOf({ dots })),
      ...eyeShapes.slice(1).map((eyes) => svgOf({ eyes })),
      svgOf({ mode: "dark" }),
      svgOf({ center: false }),
    ];
    expect(new Set(looks).size).toBe(looks.length);
  });

  it("uses own colors for dots, eyes and ground", () => {
    const own = svgOf({ fg: "#880000", eye: "#000088", bg: "#FFEEEE" });
    for (const [part, colour] of [
      ["path", "#880000"],
      ["path", "#000088"],
      ["rect", "#FFEEEE"],
    ])
      expect(own).toMatch(new RegExp(`<${part} [^>]*fill="${colour}"`));
    expect(own).not.toContain("#000000");
  });

  it("has a mark in the center unless disabled or the link is too long", () => {
    const tick = "stroke-linecap";
    expect(svgOf()).toContain(tick);
    expect(svgOf({ center: false })).not.toContain(tick);
    expect(svgOf({}, `https://a.example/${"x".repeat(1000)}`)).toContain(tick);
    expect(svgOf({}, `https://a.example/${"x".repeat(1400)}`)).not.toContain(tick);
  });

  it("fits the longest accepted link, and no longer one", () => {
    expect(svgOf({}, `https://a.example/${"x".repeat(2953 - 18)}`)).toContain('width="1024"');
    expect(() => svgOf({}, `https://a.example/${"x".repeat(2954 - 18)}`)).toThrow("too long");
  });

  it("is deterministic and contains no scripts or external resources", () => {
    expect(svgOf()).toBe(svgOf());
    const hostile = svgOf({}, 'https://a.example/?a=1&b="</desc><script>alert(1)</script>');
    expect(hostile).toContain("<desc>Leads to https://a.example/?a=1&amp;b=&quot;&lt;/desc&gt;&lt;script&gt;");
    expect(hostile).not.toMatch(/<(script|style|image|use|foreignObject)|href|url\(/);
  });
});
