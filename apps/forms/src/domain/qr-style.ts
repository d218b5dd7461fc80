import type { Violations } from "@offergraph/shared/errors/user-error";
import type { QrStyle, QrStyleInput } from "../generated/types.js";
import { contrast } from "./brightness.js";
import type { Path } from "./fields.js";
import { minContrast } from "./qr-palette.js";

const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;

export const usualQrStyle: QrStyle = { ...usual, fg: null, eye: null, bg: null, dots: null, eyes: null, link: null };

/** Maximum bytes in a QR code (ISO/IEC 18004). */
const maxSigns = 2953;

/** Returns the URL in ASCII: readers decode other bytes differently. */
export const linkInCode = (link: string): string => (/^[!-~]*$/.test(link) ? link : new URL(link).href);

/** Returns the style with defaults filled in. Adds violations for required fields that are null, an invalid link, and low contrast. */
export function readQrStyle(given: QrStyleInput, path: Path, violations: Violations): QrStyle {
  for (const field of ["preset", "size", "mode", "center"] as const)
    if (given[field] === null)
      violations.add([...path, field], "REQUIRED", `${field} must not be null; omit it for the default ${usual[field]}.`);
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
    violations.add(path, "INVALID", "link must be an absolute http or https URL, e.g. https://shop.example/form.");
    return;
  }
  const { length } = linkInCode(link);
  if (length > maxSigns)
    violations.add(
      path,
      "TOO_LONG",
      `link must be at most ${maxSigns} characters, percent-encoded, to fit a QR code; this one has ${length}.`,
    );
}

/** Checks fg against bg. Eyes that are too light are drawn darker; if only one color is set, the other is chosen to match. */
function checkColours(fg: string | null, bg: string | null, path: Path, violations: Violations): void {
  if (fg === null || bg === null || violations.has([...path, "fg"]) || violations.has([...path, "bg"])) return;
  const apart = contrast(fg, bg);
  if (apart >= minContrast) return;
  const found = `fg ${fg} and bg ${bg} differ by ${Math.floor(apart)} % in brightness`;
  violations.add([...path, "fg"], "INVALID", `${found}; cameras need at least ${minContrast} %.`);
}
