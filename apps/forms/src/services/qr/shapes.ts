import type { QrDots, QrEyes } from "../../generated/types.js";
import type { Matrix } from "./layout.js";

type HasDot = (x: number, y: number) => boolean;

type Shape = (x: number, y: number, has: HasDot) => string;

/** Draws a dot (dark module) of a QR code. Circles touch each other and diamonds overlap slightly, because readers miss smaller dots. */
const shapes: Readonly<Record<QrDots, Shape>> = {
  square: (x, y) => `M${x} ${y}h1v1h-1z`,
  dot: (x, y) => `M${x} ${y + 0.5}a.5.5 0 0 1 1 0a.5.5 0 0 1-1 0z`,
  diamond: (x, y) => `M${x + 0.5} ${tenths(y - 0.1)}l.6.6-.6.6-.6-.6z`,
  rounded,
};

/**
 * Returns the SVG path of the dots for which `shown` is true. In alignment patterns, dots are square, because jsQR fails on gaps between
 * the dots.
 */
export function dotsPath(kind: QrDots, { size, isDark, isAlignment }: Matrix, shown: (x: number, y: number) => boolean): string {
  const has: HasDot = (x, y) => isDark(x, y) && shown(x, y);
  const places = Array.from({ length: size * size }, (_, index) => [index % size, Math.floor(index / size)] as const);
  return places.map(([x, y]) => (has(x, y) ? shapes[isAlignment(x, y) ? "square" : kind](x, y, has) : "")).join("");
}

function rounded(x: number, y: number, has: HasDot): string {
  const [up, right, down, left] = [has(x, y - 1), has(x + 1, y), has(x, y + 1), has(x - 1, y)];
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

/**
 * Corner radii of the eyes (finder patterns). Larger radii are less reliable: zbar fails on 2 % of the codes at radius 3 and on 10 % at
 * radius 3.5 (full circles).
 */
const radii: Readonly<Record<QrEyes, readonly [outside: number, inside: number, pupil: number]>> = {
  square: [0, 0, 0],
  rounded: [2, 1.25, 0.75],
  dot: [2.5, 1.75, 1.5],
};

/** Width of an eye in modules. */
const width = 7;

/** Returns the SVG path of a code's three eyes (finder patterns). Draw the path with the fill rule evenodd. */
export function eyesPath(kind: QrEyes, size: number): string {
  const [outside, inside, pupil] = radii[kind];
  const far = size - width;
  const corners = [[0, 0] as const, [far, 0] as const, [0, far] as const];
  return corners.map(([x, y]) => square(x, y, 7, outside) + square(x + 1, y + 1, 5, inside) + square(x + 2, y + 2, 3, pupil)).join("");
}

export function isInEye(x: number, y: number, size: number): boolean {
  const far = size - width;
  return (x < width && (y < width || y >= far)) || (x >= far && y < width);
}

function square(x: number, y: number, side: number, radius: number): string {
  const straight = side - 2 * radius;
  const arc = (toX: number, toY: number) => (radius ? `a${radius} ${radius} 0 0 1 ${toX * radius} ${toY * radius}` : "");
  return `M${x + radius} ${y}h${straight}${arc(1, 1)}v${straight}${arc(-1, 1)}h${-straight}${arc(-1, -1)}v${-straight}${arc(1, -1)}z`;
}

/**
 * Width of the central mark as a fraction of the code's width. The mark hides at most 5 % of the modules. Error correction restores 25 % at
 * level Q and 30 % at level H.
 */
const part = 0.22;

export interface Square {
  from: number;
  side: number;
}

/** Returns the position and width of the mark in modules. The width is odd, like the code's width, so that the mark can be centered. */
export function markPlace(size: number): Square {
  const max = Math.floor(size * part);
  const side = max % 2 === 1 ? max : max - 1;
  return { from: (size - side) / 2, side };
}

/** Returns the mark as SVG: a tick in a rounded square, with a margin of half a module. */
export function mark({ from, side }: Square, colour: string, tick: string): string {
  const width = side - 1;
  const start = from + 0.5;
  const at = (share: number) => Math.round((start + width * share) * 100) / 100;
  const radius = Math.round(width * 25) / 100;
  const stroke = Math.round(width * 13) / 100;
  return [
    `<rect x="${start}" y="${start}" width="${width}" height="${width}" rx="${radius}" fill="${colour}"/>`,
    `<path d="M${at(0.26)} ${at(0.53)}L${at(0.43)} ${at(0.69)}L${at(0.74)} ${at(0.34)}" fill="none" stroke="${tick}" stroke-width="${stroke}" stroke-linecap="round" stroke-linejoin="round"/>`,
  ].join("");
}

/** Returns a logo as SVG, with a margin of half a module. Embeds the logo as a data URL. */
export function logoImage({ from, side }: Square, { mediaType, data }: { mediaType: string; data: string }): string {
  const [start, width] = [from + 0.5, side - 1];
  return `<image x="${start}" y="${start}" width="${width}" height="${width}" href="data:${mediaType};base64,${data}"/>`;
}
