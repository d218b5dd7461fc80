import { scanRGBABuffer } from "@undecaf/zbar-wasm";
import { decode } from "fast-png";
import jsqr from "jsqr";

export interface Picture {
  width: number;
  height: number;
  pixels: Uint8ClampedArray;
}

/** Returns the RGBA pixels of a PNG. */
export function pictureOf(png: Uint8Array): Picture {
  const { width, height, channels, depth, data } = decode(png);
  if (channels !== 4 || depth !== 8) throw new Error(`The PNG has ${channels} channels of ${depth} bits; the readers take 4 of 8.`);
  return { width, height, pixels: new Uint8ClampedArray(data) };
}

// Some module loaders import the function itself, and others import an object with the function as `default`.
const readWithJsqr = ("default" in jsqr ? jsqr.default : jsqr) as (typeof jsqr)["default"];

/**
 * Returns the text that each QR reader finds in an image. A reader that finds no text returns undefined. The readers need a dark code on a
 * light background.
 */
export async function readings({ width, height, pixels }: Picture): Promise<Record<"jsqr" | "zbar", string | undefined>> {
  const found = readWithJsqr(pixels, width, height, { inversionAttempts: "dontInvert" });
  const symbols = await scanRGBABuffer(pixels.buffer as ArrayBuffer, width, height);
  return { jsqr: found?.data, zbar: symbols.map((symbol) => symbol.decode()).join() || undefined };
}
