import { describe, expect, it } from "vitest";
import type { QrStyle } from "../../generated/types.js";
import { pictureOf, readings } from "../../testing/qr-readers.js";
import { dotShapes, eyeShapes, modes, presets, sizes, styleOf } from "../../testing/qr-styles.js";
import { pngOf } from "./pictures.js";
import { qrSvg } from "./svg.js";

const link = "https://forms.offergraph.example/s/aB3dE7x";
const shapes = dotShapes.flatMap((dots) => eyeShapes.map((eyes) => ({ dots, eyes })));

/** Returns the styles that a reader fails to read, with the reader's result. */
async function unread(styles: readonly Partial<QrStyle>[]) {
  const found = [];
  for (const style of styles) {
    const read = await readings(pictureOf(await pngOf(qrSvg(link, styleOf(style)))));
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
