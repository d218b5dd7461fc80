import type { Violations } from "@offergraph/shared/errors/user-error";

export interface Logo {
  mediaType: "image/png" | "image/jpeg";
  width: number;
  height: number;
  data: Buffer;
}

const maxBytes = 128 * 1024;
/**
 * Minimum and maximum width and height in pixels. The maximum limits the memory of decoders, because a small file can contain a huge image.
 */
const [minSide, maxSide] = [16, 1024];
const path = ["input", "logo"];

/**
 * Reads a logo in base64. Accepts only PNG and JPEG, which contain no scripts. All browsers and the QR code renderer support PNG and JPEG.
 */
export function readLogo(base64: string, errors: Violations): Logo | undefined {
  const data = Buffer.from(base64, "base64");
  const image = isBase64(base64) ? (readPng(data) ?? readJpeg(data)) : undefined;
  if (!image) {
    errors.add(path, "INVALID", "`logo` must be a complete PNG or JPEG file in base64, without the prefix `data:`.");
    return undefined;
  }
  if (data.length > maxBytes) errors.add(path, "TOO_LONG", `The logo must have at most ${maxBytes / 1024} KiB.`);
  const { width, height } = image;
  if (Math.min(width, height) < minSide || Math.max(width, height) > maxSide)
    errors.add(path, "OUT_OF_RANGE", `The logo must have ${minSide}-${maxSide} pixels per side, but has ${width} x ${height} pixels.`);
  return { ...image, data };
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);

type Image = Omit<Logo, "data">;
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Reads the header of a PNG, and checks that the file ends with the chunk IEND (PNG specification, section 5). */
function readPng(data: Buffer): Image | undefined {
  if (!data.subarray(0, 8).equals(pngSignature) || data.toString("latin1", 12, 16) !== "IHDR") return undefined;
  let [at, type] = [8, ""];
  while (type !== "IEND" && at + 12 <= data.length) {
    type = data.toString("latin1", at + 4, at + 8);
    at += 12 + data.readUInt32BE(at);
  }
  if (type !== "IEND" || at !== data.length) return undefined;
  return { mediaType: "image/png", width: data.readUInt32BE(16), height: data.readUInt32BE(20) };
}

/** Reads the frame header of a JPEG: baseline or progressive, with Huffman coding (ITU-T T.81, B.2). The file must end with EOI. */
function readJpeg(data: Buffer): Image | undefined {
  if (data.length < 4) return undefined;
  const isWhole = data.readUInt16BE(0) === 0xffd8 && data.readUInt16BE(data.length - 2) === 0xffd9;
  if (!isWhole) return undefined;
  let at = 2;
  while (at + 10 <= data.length && data[at] === 0xff) {
    const marker = data[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2)
      return { mediaType: "image/jpeg", height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    if (marker === 0xda) return undefined;
    at += 2 + data.readUInt16BE(at + 2);
  }
  return undefined;
}
