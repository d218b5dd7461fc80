import { pngOf as pngOfPixels } from "@offergraph/testkit/images";
import { describe, expect, it } from "vitest";
import type { QrStyle } from "../../generated/types.js";
import { pictureOf, readings } from "../../testing/qr-readers.js";
import { dotShapes, eyeShapes, modes, presets, sizes, styleOf } from "../../testing/qr-styles.js";
import { pngOf } from "./pictures.js";
import { type QrBrand, qrSvg } from "./svg.js";

const link = "https://forms.offergraph.example/s/aB3dE7x";
const shapes = dotShapes.flatMap((dots) => eyeShapes.map((eyes) => ({ dots, eyes })));

/** Returns the styles with a QR code that jsQR or zbar cannot read, and the readers' results. */
async function unread(styles: readonly Partial<QrStyle>[], brand?: QrBrand) {
  const found = [];
  for (const style of styles) {
    const read = await readings(pictureOf(await pngOf(qrSvg(link, styleOf(style), brand))));
    if (read.jsqr !== link || read.zbar !== link) found.push({ style, read });
  }
  return found;
}

describe("both readers read the code with its mark, in all shapes of dots and eyes", () => {
  const looks = presets.flatMap((preset) => modes.map((mode) => [preset, mode] as const));
  it.each(looks)(
    "of preset %s, %s, at the smallest size",
    async (preset, mode) => {
      expect(await unread(shapes.map((shape) => ({ ...shape, preset, mode, size: "m" })))).toEqual([]);
    },
    30_000,
  );

  const larger = sizes.slice(1).flatMap((size) => modes.map((mode) => [size, mode] as const));
  it.each(larger)(
    "at size %s, %s",
    async (size, mode) => {
      expect(await unread(shapes.map((shape) => ({ ...shape, mode, size })))).toEqual([]);
    },
    30_000,
  );

  it("and without its mark", async () => {
    expect(await unread(shapes.map((shape) => ({ ...shape, center: false, size: "m" })))).toEqual([]);
  });
});

describe("both readers read the code with a logo", () => {
  const dark = pngOfPixels(48, 48, () => [0, 0, 0, 255]);
  const chequered = pngOfPixels(48, 48, (x, y) => [...Array(3).fill(((x >> 2) + (y >> 2)) % 2 ? 0 : 255), 255] as never);
  const eye = pngOfPixels(49, 49, (x, y) => [...Array(3).fill(eyeAt(x, y) ? 0 : 255), 255] as never);
  const wide = pngOfPixels(96, 16, (x) => [x, 40, 200, x < 48 ? 255 : 120]);

  it.each(Object.entries({ dark, chequered, eye, wide }))(
    "that is %s, in every preset at the smallest size",
    async (_name, file) => {
      const brand = { accentColor: null, logo: { mediaType: "image/png", data: file.toString("base64") } };
      const looks = presets.flatMap((preset) => modes.map((mode) => ({ preset, mode, size: "m" as const })));
      expect(await unread(looks, brand)).toEqual([]);
    },
    30_000,
  );
});

/** Returns true for the dark pixels of an eye (finder pattern) of a QR code with 7 pixels per module. */
function eyeAt(x: number, y: number): boolean {
  const distance = Math.max(Math.abs(Math.floor(x / 7) - 3), Math.abs(Math.floor(y / 7) - 3));
  return distance !== 2;
}
