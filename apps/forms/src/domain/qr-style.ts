import type { Violations } from "@offergraph/shared/errors/user-error";
import type { QrStyle, QrStyleInput } from "../generated/types.js";
import type { Path } from "./fields.js";
import { contrast, minContrast } from "./qr-palette.js";

const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;

export const usualQrStyle: QrStyle = { ...usual, fg: null, eye: null, bg: null, dots: null, eyes: null, link: null };

/** Maximum bytes in a QR code (ISO/IEC 18004). */
const maxLength = 2953;

/** Returns the URL in ASCII, because QR readers disagree on the encoding of non-ASCII characters. */
export const linkInCode = (link: string): string => (/^[!-~]*$/.test(link) ? link : new URL(link).href);

export function readQrStyle(given: QrStyleInput, path: Path, violations: Violations): QrStyle {
  for (const field of ["preset", "size", "mode", "center"] as const)
    if (given[field] === null)
      violations.add([...path, field], "REQUIRED", `${field} must not be null; omit ${field} to use the default, ${usual[field]}.`);
  const { fg = null, bg = null, link = null } = given;
  checkLink(link, [...path, "link"], violations);
  checkColors(fg, bg, path, violations);
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value != null));
  return { ...usualQrStyle, ...set };
}

function checkLink(link: string | null, path: Path, violations: Violations): void {
  if (link === null || violations.has(path)) return;
  if (!/^https?:\/\//i.test(link))
    violations.add(path, "INVALID", "link must be an absolute http or https URL, e.g. https://shop.example/form.");
  else if (linkInCode(link).length > maxLength)
    violations.add(
      path,
      "TOO_LONG",
      `The link is too long for a QR code. After percent-encoding, at most ${maxLength} characters are allowed, but the link has ${linkInCode(link).length}.`,
    );
}

/** Checks the contrast if the style sets `fg` and `bg`. For a missing color, qr-palette.ts chooses a color with enough contrast. */
function checkColors(fg: string | null, bg: string | null, path: Path, violations: Violations): void {
  if (fg === null || bg === null || violations.has([...path, "fg"]) || violations.has([...path, "bg"])) return;
  const apart = contrast(fg, bg);
  if (apart >= minContrast) return;
  const found = `The colors fg ${fg} and bg ${bg} differ by ${Math.floor(apart)} % in brightness`;
  violations.add([...path, "fg"], "INVALID", `${found}, but cameras need a difference of at least ${minContrast} %.`);
}
