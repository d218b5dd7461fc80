import type { Violations } from "@offergraph/shared/errors/user-error";
import type { FormSurface } from "../generated/types.js";
import type { Channel } from "./channels.js";
import type { Path } from "./fields.js";

/** True if a form allows the surface; an empty list allows all. */
const allows = (surfaces: readonly FormSurface[], surface: FormSurface) => surfaces.length === 0 || surfaces.includes(surface);

/** Adds a violation if the form's surfaces exclude the channel's. */
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
    `The channel ${name} has the surface ${surface}; the form allows ${surfaces.join(", ")}. Use another channel, or add the surface with update_form.`,
  );
}

export function checkSurfacesInUse(
  surfaces: readonly FormSurface[],
  channels: readonly Channel[],
  path: Path,
  violations: Violations,
): void {
  const inUse = channels.filter(({ surface }) => !allows(surfaces, surface));
  if (inUse.length === 0) return;
  const listed = [...new Set(inUse.map(({ name, surface }) => `${name} (${surface})`))].join(", ");
  violations.add(path, "IN_USE", `The form has placements on ${listed}; remove them first, or keep the surface.`);
}
