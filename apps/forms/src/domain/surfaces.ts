import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormSurface } from "../generated/types.js";
import type { Channel } from "./channels.js";
import type { Path } from "./fields.js";

/** Whether a form may be placed on a surface; a form that names none may be placed on all. */
const allows = (surfaces: readonly FormSurface[], surface: FormSurface) => surfaces.length === 0 || surfaces.includes(surface);

/** A placement stands on a channel of one of its form's surfaces. */
export function checkChannelSurface(
  surfaces: readonly FormSurface[],
  { name, surface }: Channel,
  path: Path,
  violations: Violations,
): void {
  if (allows(surfaces, surface)) return;
  violations.add(
    path,
    "INVALID",
    `The channel ${name} is on ${surface}; the form's surfaces are ${surfaces.join(", ")}. Use another channel, or add the surface with update_form.`,
  );
}

/** A surface stays while placements stand on it. */
export function checkSurfacesInUse(
  surfaces: readonly FormSurface[],
  channels: readonly Channel[],
  path: Path,
  violations: Violations,
): void {
  const inUse = channels.filter(({ surface }) => !allows(surfaces, surface));
  if (inUse.length === 0) return;
  const listed = [...new Set(inUse.map(({ name, surface }) => `${name} (${surface})`))].join(", ");
  violations.add(path, "IN_USE", `The form has placements on ${listed}: remove them first, or keep the surface.`);
}
