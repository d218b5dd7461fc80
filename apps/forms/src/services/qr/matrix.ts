import { encode, QrCodeDataType, type QrCodeGenerateResult } from "uqr";

/** Modules of a code. */
export interface Matrix {
  readonly size: number;
  isDark(x: number, y: number): boolean;
  /** True if the module belongs to an alignment pattern. */
  isAlignment(x: number, y: number): boolean;
}

/** Error correction levels (ISO/IEC 18004): 30, 25, 15 and 7 %. */
export type Level = "H" | "Q" | "M" | "L";

/** Range of versions, 1 to 40; version 1 has 21 modules per side, each further one 4 more. */
export type Versions = readonly [least: number, most: number];

/** Encodes a link in the smallest of these versions that fits; undefined if none does. */
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
