import { textOn } from "../../domain/brand-colors.js";
import { escapeHtml } from "../../domain/html.js";
import { qrPalette, qrPresets } from "../../domain/qr-palette.js";
import type { QrStyle } from "../../generated/types.js";
import { type Layout, layoutOf } from "./layout.js";
import { dotsPath, eyesPath, isInEye, logoImage, mark, markPlace, type Square } from "./shapes.js";

/** Width in modules of the quiet zone, the empty margin around the code (ISO/IEC 18004). */
const quiet = 4;
/** Minimum width in modules of the frame, the dark background around the light plate. */
const frame = 2;
/**
 * Maximum width in modules of a code with round eyes. Larger codes (of links over about 400 characters) get square eyes, because zbar
 * cannot read large codes with round eyes.
 */
const maxRound = 97;

/** The workspace's brand, for the center of a QR code. */
export interface QrBrand {
  accentColor: string | null;
  /** Replaces the mark. `data` is in base64. */
  logo: { mediaType: string; data: string } | null;
}

const noBrand: QrBrand = { accentColor: null, logo: null };

/**
 * Draws the QR code of a link as SVG. The same arguments give the same SVG. For a long link, the image may be larger than the style's
 * `size`.
 */
export function qrSvg(link: string, style: QrStyle, brand = noBrand): string {
  const { ground, plate } = qrPalette(style);
  const isFramed = ground !== plate;
  const layout = layoutOf(link, style, 2 * (isFramed ? quiet + frame : quiet));
  const { matrix, width, module } = layout;
  const inner = matrix.size + 2 * quiet;
  const start = Math.floor((width - inner * module) / 2);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${width} ${width}" role="img">`,
    `<title>QR code</title><desc>Leads to ${escapeHtml(link)}</desc>`,
    `<rect width="${width}" height="${width}" fill="${ground}"/>`,
    `<g transform="translate(${start} ${start}) scale(${module})">`,
    isFramed ? `<rect width="${inner}" height="${inner}" rx="${quiet - 1}" fill="${plate}"/>` : "",
    `<g transform="translate(${quiet} ${quiet})">${code(layout, style, brand)}</g>`,
    "</g></svg>",
  ].join("");
}

function code({ matrix, hasMark }: Layout, style: QrStyle, brand: QrBrand): string {
  const { size } = matrix;
  const preset = qrPresets[style.preset];
  const { dots, eyes } = qrPalette(style);
  const place = hasMark ? markPlace(size) : undefined;
  const shown = (x: number, y: number) => !isInEye(x, y, size) && !(place && isIn(x, place) && isIn(y, place));
  return [
    `<path fill="${dots}" d="${dotsPath(style.dots ?? preset.dots, matrix, shown)}"/>`,
    `<path fill="${eyes}" fill-rule="evenodd" d="${eyesPath(size > maxRound ? "square" : (style.eyes ?? preset.eyes), size)}"/>`,
    place ? center(place, style, brand) : "",
  ].join("");
}

/** Draws the logo. Without a logo, draws the mark in the brand's accent color, or in the style's colors if the style sets colors. */
function center(place: Square, style: QrStyle, { accentColor, logo }: QrBrand): string {
  if (logo) return logoImage(place, logo);
  const { plate, eyes } = qrPalette(style);
  const hasOwnColor = Boolean(style.fg || style.bg || style.eye);
  return accentColor === null || hasOwnColor ? mark(place, eyes, plate) : mark(place, accentColor, textOn(accentColor));
}

const isIn = (at: number, { from, side }: { from: number; side: number }): boolean => at >= from && at < from + side;
