import { encode, QrCodeDataType } from "uqr";

/** What a code is made of: so many modules wide and high. */
export interface Matrix {
  readonly size: number;
  isDark(x: number, y: number): boolean;
  /** Whether it belongs to one of the small squares that readers straighten a picture by. */
  isAlignment(x: number, y: number): boolean;
  /** Whether enough of it may be missing for a mark in its centre. */
  readonly bearsMark: boolean;
}

/** How many bytes the largest code holds at each level of error correction (ISO/IEC 18004), the strongest level first. */
const levels = [
  ["H", 1273],
  ["Q", 1663],
  ["M", 2331],
  ["L", 2953],
] as const;

/** The code of a link of up to 2,953 bytes, at the strongest error correction that holds it. */
export function matrixOf(link: string): Matrix {
  const bytes = Buffer.byteLength(link);
  const ecc = levels.find(([, most]) => bytes <= most)?.[0];
  if (!ecc) throw new RangeError(`A QR code holds 2953 bytes; this link has ${bytes}.`);
  const { size, data, types } = encode(link, { ecc, border: 0 });
  return {
    size,
    isDark: (x, y) => data[y]?.[x] === true,
    isAlignment: (x, y) => types[y]?.[x] === QrCodeDataType.Alignment,
    bearsMark: ecc === "H" || ecc === "Q",
  };
}
