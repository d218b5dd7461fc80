import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contrast, minContrast } from "../../domain/qr-palette.js";
import type { QrStyle } from "../../generated/types.js";
import { pictureOf, readings } from "../../testing/qr-readers.js";
import { dotShapes, eyeShapes, modes, presets, sizes, styleOf } from "../../testing/qr-styles.js";
import { pngOf } from "./pictures.js";
import { qrSvg } from "./svg.js";

const link = "https://forms.offergraph.example/s/aB3dE7x";
const read = async (svg: string) => readings(pictureOf(await pngOf(svg)));
const both = (text: string | undefined) => ({ jsqr: text, zbar: text });

describe("a readable code", () => {
  it("has any style and any link", async () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, "0")}`);
    const own = fc.option(colour);
    const style: fc.Arbitrary<QrStyle> = fc
      .record({
        preset: fc.constantFrom(...presets),
        size: fc.constantFrom(...sizes),
        mode: fc.constantFrom(...modes),
        fg: own,
        eye: own,
        bg: own,
        dots: fc.option(fc.constantFrom(...dotShapes)),
        eyes: fc.option(fc.constantFrom(...eyeShapes)),
        center: fc.boolean(),
      })
      .filter(({ fg, bg }) => !fg || !bg || contrast(fg, bg) >= minContrast)
      .map((given) => styleOf(given));
    const origin = fc.constantFrom("http://127.0.0.1:4000", "https://offers.example", "https://a-rather-long-name.of-a-shop.example:8443");
    const code = fc.string({ minLength: 7, maxLength: 7, unit: fc.constantFrom(..."23456789ABCDEFabcdefxyzXYZ") });
    const shortLink = fc.tuple(origin, code).map(([start, end]) => `${start}/s/${end}`);
    const unit = fc.constantFrom(..."abcxyzABCXYZ0189-_%&=?/.");
    const ownLink = fc.string({ unit, maxLength: 700 }).map((end) => `https://shop.example/${end}`);
    const anyLink = fc.oneof({ weight: 3, arbitrary: shortLink }, ownLink);
    await fc.assert(
      fc.asyncProperty(anyLink, style, async (url, given) => {
        expect(await read(qrSvg(url, given))).toEqual(both(url));
      }),
      { numRuns: 60 },
    );
  });

  const looks = presets.flatMap((preset) => modes.map((mode) => [preset, mode] as const));
  it.each(looks)("of preset %s, %s, is read rotated, smaller, on gray", async (preset, mode) => {
    const picture = qrSvg(link, styleOf({ preset, mode, size: "l" }));
    const view = (turn: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="480">
      <rect width="480" height="480" fill="#8a8a86"/><g transform="translate(90 60) rotate(${turn}) scale(0.72)">${picture}</g></svg>`;
    expect(await read(view(7))).toEqual(both(link));
  });

  it.each([59, 75, 150, 400, 700, 1250, 1700, 2048])(
    "of an own link of %i signs",
    async (length) => {
      const start = "https://shop.example/";
      const long = start + "aZ3-k_9%20".repeat(205).slice(0, length - start.length);
      for (const style of [{ dots: "square" }, { dots: "dot", eyes: "dot", mode: "dark" }] as const)
        expect(await read(qrSvg(long, styleOf({ ...style, size: "m" })))).toEqual(both(long));
    },
    30_000,
  );
});

describe("an unreadable code", () => {
  it("has a ground as dark as its dots", async () => {
    expect(await read(qrSvg(link, styleOf({ fg: "#777777", bg: "#787878" })))).toEqual(both(undefined));
  });

  it("is covered beyond its error correction", async () => {
    const hidden = qrSvg(link, styleOf({ size: "m" })).replace("</svg>", '<rect x="60" y="90" width="130" height="80" fill="#fff"/></svg>');
    expect(await read(hidden)).toEqual(both(undefined));
  });
});
