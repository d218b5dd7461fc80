import { encode, QrCodeDataType } from "uqr";
import type { QrSize } from "../../generated/types.js";

export interface Matrix {
  readonly size: number;
  isDark(x: number, y: number): boolean;
  isAlignment(x: number, y: number): boolean;
}

/** Error correction levels (ISO/IEC 18004), which correct 30, 25, 15 and 7 % of a code. */
type Level = "H" | "Q" | "M" | "L";

/** Range of QR versions, within 1 to 40. Version 1 has 21 modules per side, and each further version adds 4 modules. */
type Versions = readonly [min: number, max: number];

/** Encodes a link as the smallest possible QR code. Returns undefined if all versions are too small. */
function matrixOf(link: string, ecc: Level, [minVersion, maxVersion]: Versions): Matrix | undefined {
  try {
    const { size, data, types } = encode(link, { ecc, minVersion, maxVersion, border: 0 });
    return { size, isDark: (x, y) => data[y]?.[x] === true, isAlignment: (x, y) => types[y]?.[x] === QrCodeDataType.Alignment };
  } catch (error) {
    if (error instanceof RangeError && error.message === "Data too long") return undefined;
    throw error;
  }
}

export interface Layout {
  matrix: Matrix;
  /** Pixels. */
  width: number;
  /** Pixels per module. The number of pixels is an integer, because readers fail on blurred edges. */
  module: number;
  hasMark: boolean;
}

/** Minimum pixels per module. Readers miss smaller modules, especially in large codes and in codes with round modules. */
const minPixels = 5;

const widths: Readonly<Record<QrSize, number>> = { m: 256, l: 512, xl: 1024 };

/**
 * Versions for codes with a logo or mark. In versions outside the list, the mark would hide the central alignment pattern, which zbar
 * needs.
 */
const marked: readonly Versions[] = [
  [1, 6],
  [14, 20],
  [28, 34],
];
const whole: readonly Versions[] = [[1, 40]];

/** Layouts in order of preference. For long links, `layoutOf` tries a larger size, no mark, and error correction level L, in this order. */
const ways: readonly { hasMark: boolean; versions: readonly Versions[]; levels: readonly Level[] }[] = [
  { hasMark: true, versions: marked, levels: ["H", "Q"] },
  { hasMark: false, versions: whole, levels: ["H", "Q", "M"] },
  { hasMark: false, versions: whole, levels: ["L"] },
];

/** Returns the first layout that fits the link, in a larger size if needed. `margin` is the sum of the left and right margin in modules. */
export function layoutOf(link: string, { size, center }: { size: QrSize; center: boolean }, margin: number): Layout {
  for (const { hasMark, versions, levels } of center ? ways : ways.slice(1))
    for (const width of Object.values(widths).filter((one) => one >= widths[size])) {
      const matrix = matrixWithin(link, levels, versions, Math.floor(width / minPixels) - margin);
      if (matrix) return { matrix, width, module: Math.floor(width / (matrix.size + margin)), hasMark };
    }
  throw new RangeError(`A link of ${link.length} characters is too long for a QR code.`);
}

function matrixWithin(link: string, levels: readonly Level[], versions: readonly Versions[], modules: number): Matrix | undefined {
  const largest = Math.floor((modules - 17) / 4);
  for (const [min, max] of versions.filter((version) => version[0] <= largest))
    for (const level of levels) {
      const matrix = matrixOf(link, level, [min, Math.min(max, largest)]);
      if (matrix) return matrix;
    }
  return undefined;
}
