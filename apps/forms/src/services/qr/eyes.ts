import type { QrEyes } from "../../generated/types.js";

/**
 * Corner radii of the ring's outside, its inside and the pupil. Readers miss rounder rings: zbar one in ten full circles (3.5), one in
 * fifty at 3.
 */
const radii: Readonly<Record<QrEyes, readonly [outside: number, inside: number, pupil: number]>> = {
  square: [0, 0, 0],
  rounded: [2, 1.25, 0.75],
  dot: [2.5, 1.75, 1.5],
};

/** Width of an eye in modules. */
const width = 7;

/** SVG path of the three eyes (finder patterns) of a code of this size; fill rule evenodd. */
export function eyesPath(kind: QrEyes, size: number): string {
  const [outside, inside, pupil] = radii[kind];
  const far = size - width;
  const corners = [[0, 0] as const, [far, 0] as const, [0, far] as const];
  return corners.map(([x, y]) => square(x, y, 7, outside) + square(x + 1, y + 1, 5, inside) + square(x + 2, y + 2, 3, pupil)).join("");
}

/** True if a position belongs to an eye. */
export function isInEye(x: number, y: number, size: number): boolean {
  const far = size - width;
  return (x < width && (y < width || y >= far)) || (x >= far && y < width);
}

function square(x: number, y: number, side: number, radius: number): string {
  const straight = side - 2 * radius;
  const arc = (toX: number, toY: number) => (radius ? `a${radius} ${radius} 0 0 1 ${toX * radius} ${toY * radius}` : "");
  return `M${x + radius} ${y}h${straight}${arc(1, 1)}v${straight}${arc(-1, 1)}h${-straight}${arc(-1, -1)}v${-straight}${arc(1, -1)}z`;
}
