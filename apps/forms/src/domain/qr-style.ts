import type { Violations } from "@offergraph/shared/errors/user-error";
import type { QrStyle, QrStyleInput } from "../generated/types.js";
import type { Path } from "./fields.js";

const usual = { preset: "classic", size: "l", mode: "light", center: true } as const;

/** The whole style that is given, usual values filled in. Adds a violation for each null where there has to be a value, and for a link that no camera opens. */
export function readQrStyle(given: QrStyleInput, path: Path, violations: Violations): QrStyle {
  for (const field of ["preset", "size", "mode", "center"] as const)
    if (given[field] === null) violations.add([...path, field], "REQUIRED", `${field} may not be null; left out, it is ${usual[field]}.`);
  const { fg = null, eye = null, bg = null, dots = null, eyes = null, link = null } = given;
  const linkPath = [...path, "link"];
  if (link !== null && !violations.has(linkPath) && !/^https?:\/\//i.test(link))
    violations.add(linkPath, "INVALID", "link has to be an absolute http or https address, e.g. https://shop.example/form.");
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
