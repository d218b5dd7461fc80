import type { QrSize } from "../generated/types.js";
import { type Level, type Matrix, matrixOf, type Versions } from "./matrix.js";

/** A code and how large it is drawn, in pixels. */
export interface Layout {
  matrix: Matrix;
  /** Of the whole picture. */
  width: number;
  /** Of one module: whole pixels, since blurred edges are what readers trip over. */
  module: number;
  hasMark: boolean;
}

/** Readers lose smaller modules, above all round ones and those of large codes. */
const leastPixels = 5;

const widths: Readonly<Record<QrSize, number>> = { m: 256, l: 512, xl: 1024 };

/** A mark hides 4 to 5 % of the modules. The versions between these have an alignment square in the centre, which zbar looks for under the mark. */
const marked: readonly Versions[] = [
  [1, 6],
  [14, 20],
  [28, 34],
];
const whole: readonly Versions[] = [[1, 40]];

/** What is given up only when nothing else helps, from the first to the last: the size, the mark, all but 7 % of correction. */
const ways: readonly { hasMark: boolean; versions: readonly Versions[]; levels: readonly Level[] }[] = [
  { hasMark: true, versions: marked, levels: ["H", "Q"] },
  { hasMark: false, versions: whole, levels: ["H", "Q", "M"] },
  { hasMark: false, versions: whole, levels: ["L"] },
];

/** How to draw a link in this size, or the next larger one in which its modules are wide enough; around it `margin` modules in all. */
export function layoutOf(link: string, { size, center }: { size: QrSize; center: boolean }, margin: number): Layout {
  for (const { hasMark, versions, levels } of center ? ways : ways.slice(1))
    for (const width of [256, 512, 1024].filter((one) => one >= widths[size])) {
      const matrix = matrixWithin(link, levels, versions, Math.floor(width / leastPixels) - margin);
      if (matrix) return { matrix, width, module: Math.floor(width / (matrix.size + margin)), hasMark };
    }
  throw new RangeError(`A link of ${link.length} signs is too long for a QR code.`);
}

/** The code of a link in one of these versions, of at most so many modules a side; undefined when none holds it. */
function matrixWithin(link: string, levels: readonly Level[], versions: readonly Versions[], modules: number): Matrix | undefined {
  const largest = Math.floor((modules - 17) / 4);
  for (const [least, most] of versions.filter((version) => version[0] <= largest))
    for (const level of levels) {
      const matrix = matrixOf(link, level, [least, Math.min(most, largest)]);
      if (matrix) return matrix;
    }
  return undefined;
}
