import type { Violations } from "@offergraph/shared/errors/user-error";
import type { TagColor } from "../generated/types.js";
import type { Path } from "./fields.js";
import { tagColors } from "./ranks.js";

/** Tag colors by name, sorted by code point. */
export type TagColors = ReadonlyMap<string, TagColor>;

const longest = 180;
const colors: ReadonlySet<unknown> = new Set(tagColors);

/** Reads a body's `tags` (api.md 2.2). Adds a violation for each name or color that is not allowed. */
export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): TagColors {
  const tags = new Map<string, TagColor>();
  for (const [name, color] of Object.entries(given).sort(([one], [other]) => byCodePoint(one, other))) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name must have at least 1 character.");
    else if ([...name].length > longest) violations.add(at, "TOO_LONG", `A tag's name must have at most ${longest} characters.`);
    if (!colors.has(color)) violations.add(at, "INVALID", `A tag's color must be one of ${tagColors.join(", ")}.`);
    tags.set(name, color as TagColor);
  }
  return tags;
}

/** Compares like the database (C.UTF-8); JavaScript's order differs above U+FFFF. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
