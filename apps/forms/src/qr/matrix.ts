import { encode, QrCodeDataType, type QrCodeGenerateResult } from "uqr";

/** What a code is made of: so many modules wide and high. */
export interface Matrix {
  readonly size: number;
  isDark(x: number, y: number): boolean;
  /** Whether it belongs to one of the small squares that readers straighten a picture by. */
  isAlignment(x: number, y: number): boolean;
}

/** How much of a code may be missing (ISO/IEC 18004): 30, 25, 15 and 7 %. */
export type Level = "H" | "Q" | "M" | "L";

/** From which version to which, 1 to 40: each has 4 modules more than the one before, the first has 21. */
export type Versions = readonly [least: number, most: number];

/** The code of a link in the smallest of these versions that holds it; undefined when none does. */
export function matrixOf(link: string, ecc: Level, [minVersion, maxVersion]: Versions): Matrix | undefined {
  let code: QrCodeGenerateResult;
  try {
    code = encode(link, { ecc, minVersion, maxVersion, border: 0 });
  } catch (error) {
    if (error instanceof RangeError && error.message === "Data too long") return undefined;
    throw error;
  }
  const { size, data, types } = code;
  return {
    size,
    isDark: (x, y) => data[y]?.[x] === true,
    isAlignment: (x, y) => types[y]?.[x] === QrCodeDataType.Alignment,
  };
}
