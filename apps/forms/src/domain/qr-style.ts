import type { Violations } from "@offergraph/shared/errors/user-error";
import type { QrStyle, QrStyleInput } from "../generated/types.js";
import { contrast } from "./brightness.js";
import type { Path } from "./fields.js";
import { leastContrast } from "./qr-palette.js";

const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;

/** How a code looks of whose style nothing is said. */
export const usualQrStyle: QrStyle = { ...usual, fg: null, eye: null, bg: null, dots: null, eyes: null, link: null };

/** The largest QR code of bytes holds so many (ISO/IEC 18004). */
const mostSigns = 2953;

/** An address as a code holds it: in the signs of ASCII, since readers differ on what other bytes mean. */
export const linkInCode = (link: string): string => (/^[!-~]*$/.test(link) ? link : new URL(link).href);

/**
 * The whole style that is given, usual values filled in. Adds a violation for each null where there has to be a value, for a link that
 * no camera opens, and for colours that none tells apart.
 */
export function readQrStyle(given: QrStyleInput, path: Path, violations: Violations): QrStyle {
  for (const field of ["preset", "size", "mode", "center"] as const)
    if (given[field] === null) violations.add([...path, field], "REQUIRED", `${field} may not be null; left out, it is ${usual[field]}.`);
  const { fg = null, eye = null, bg = null, dots = null, eyes = null, link = null } = given;
  checkLink(link, [...path, "link"], violations);
  checkColours(fg, bg, path, violations);
  const { preset, size, mode, center } = given;
  return {
    preset: preset ?? usual.preset,
    size: size ?? usual.size,
    mode: mode ?? usual.mode,
    fg,
    eye,
    bg,
    dots,
    eyes,
    link,
    center: center ?? usual.center,
  };
}

function checkLink(link: string | null, path: Path, violations: Violations): void {
  if (link === null || violations.has(path)) return;
  if (!/^https?:\/\//i.test(link)) {
    violations.add(path, "INVALID", "link has to be an absolute http or https address, e.g. https://shop.example/form.");
    return;
  }
  const { length } = linkInCode(link);
  if (length > mostSigns) violations.add(path, "TOO_LONG", `link has ${length} signs, percent-encoded; a QR code holds ${mostSigns}.`);
}

/** Eyes are not looked at: one that is too light is drawn darker. Beside one colour alone, the other is chosen to go with it. */
function checkColours(fg: string | null, bg: string | null, path: Path, violations: Violations): void {
  if (fg === null || bg === null || violations.has([...path, "fg"]) || violations.has([...path, "bg"])) return;
  const apart = contrast(fg, bg);
  if (apart >= leastContrast) return;
  const found = `fg ${fg} and bg ${bg} differ by ${Math.floor(apart)} % in brightness`;
  violations.add([...path, "fg"], "INVALID", `${found}; for cameras to read the code, it has to be ${leastContrast} % or more.`);
}
