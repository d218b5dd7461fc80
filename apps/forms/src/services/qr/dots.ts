import type { QrDots } from "../../generated/types.js";
import type { Matrix } from "./matrix.js";

/** True if there is a dot at this position. */
type HasDot = (x: number, y: number) => boolean;

type Shape = (x: number, y: number, has: HasDot) => string;

/** Circles touch and diamonds overlap slightly; readers miss smaller dots. */
const shapes: Readonly<Record<QrDots, Shape>> = {
  square: (x, y) => `M${x} ${y}h1v1h-1z`,
  dot: (x, y) => `M${x} ${y + 0.5}a.5.5 0 0 1 1 0a.5.5 0 0 1-1 0z`,
  diamond: (x, y) => `M${x + 0.5} ${tenths(y - 0.1)}l.6.6-.6.6-.6-.6z`,
  rounded,
};

/**
 * SVG path of the `shown` dots of a code, one unit each. Alignment patterns stay square: jsQR does not read large codes with gaps in them.
 */
export function dotsPath(kind: QrDots, { size, isDark, isAlignment }: Matrix, shown: (x: number, y: number) => boolean): string {
  const has: HasDot = (x, y) => isDark(x, y) && shown(x, y);
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)] as const);
  return places.map(([x, y]) => (has(x, y) ? shapes[isAlignment(x, y) ? "square" : kind](x, y, has) : "")).join("");
}

/** A square with rounded corners where it has no neighbor. */
function rounded(x: number, y: number, has: HasDot): string {
  const up = has(x, y - 1);
  const right = has(x + 1, y);
  const down = has(x, y + 1);
  const left = has(x - 1, y);
  const corner = (isSharp: boolean, way: string, round: string) => (isSharp ? way : `a.5.5 0 0 1 ${round}`);
  const corners = [
    corner(up || right, "h.5v.5", ".5.5"),
    corner(right || down, "v.5h-.5", "-.5.5"),
    corner(down || left, "h-.5v-.5", "-.5-.5"),
    corner(left || up, "v-.5h.5", ".5-.5"),
  ];
  return `M${x + 0.5} ${y}${corners.join("")}z`;
}

const tenths = (value: number): number => Math.round(value * 10) / 10;
