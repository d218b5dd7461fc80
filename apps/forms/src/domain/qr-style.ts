import type { Violations } from "@offergraph/shared/errors/user-error";
import type { QrStyle, QrStyleInput } from "../generated/types.js";
import { contrast } from "./brightness.js";
import type { Path } from "./fields.js";
import { leastContrast } from "./qr-palette.js";

const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;

/** The whole style that is given, usual values filled in. Adds a violation for each null where there has to be a value, for a link that no camera opens, and for colours that none tells apart. */
export function readQrStyle(given: QrStyleInput, path: Path, violations: Violations): QrStyle {
  for (const field of ["preset", "size", "mode", "center"] as const)
    if (given[field] === null) violations.add([...path, field], "REQUIRED", `${field} may not be null; left out, it is ${usual[field]}.`);
  const { fg = null, eye = null, bg = null, dots = null, eyes = null, link = null } = given;
  const linkPath = [...path, "link"];
  if (link !== null && !violations.has(linkPath) && !/^https?:\/\//i.test(link))
    violations.add(linkPath, "INVALID", "link has to be an absolute http or https address, e.g. https://shop.example/form.");
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

/** Eyes are not looked at: one that is too light is drawn darker. Beside one colour alone, the other is chosen to go with it. */
function checkColours(fg: string | null, bg: string | null, path: Path, violations: Violations): void {
  if (fg === null || bg === null || violations.has([...path, "fg"]) || violations.has([...path, "bg"])) return;
  const apart = contrast(fg, bg);
  if (apart >= leastContrast) return;
  const found = `fg ${fg} and bg ${bg} differ by ${Math.floor(apart)} % in brightness`;
  violations.add([...path, "fg"], "INVALID", `${found}; for cameras to read the code, it has to be ${leastContrast} % or more.`);
}
