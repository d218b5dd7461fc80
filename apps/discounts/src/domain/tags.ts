import type { Violations } from "@offergraph/shared/errors/user-error";
import type { TagColor } from "../generated/types.js";
import type { Path } from "./fields.js";
import { tagColors } from "./ranks.js";

/** Tags and their colours, by name in the order of code points. */
export type TagColors = ReadonlyMap<string, TagColor>;

const longest = 180;
const colors: ReadonlySet<unknown> = new Set(tagColors);

/** What a body's `tags` sets (api.md 2.2). Each entry that is not a name of 1-180 characters with a tag colour is a violation of its own. */
export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): TagColors {
  const tags = new Map<string, TagColor>();
  for (const [name, color] of Object.entries(given).sort(([one], [other]) => byCodePoint(one, other))) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name has at least 1 character.");
    else if ([...name].length > longest) violations.add(at, "TOO_LONG", `A tag's name has at most ${longest} characters.`);
    if (!colors.has(color)) violations.add(at, "INVALID", `A tag's colour is one of ${tagColors.join(", ")}.`);
    tags.set(name, color as TagColor);
  }
  return tags;
}

/** Compares as the database does (C.UTF-8); JavaScript's own order differs beyond U+FFFF. */
export function byCodePoint(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}
