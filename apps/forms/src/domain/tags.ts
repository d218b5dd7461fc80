import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

/** The colours that a tag can have. */
export const tagColors = ["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"] as const;

/** Tags and their colours, by name. */
export type TagColors = Record<string, string>;

const longest = 180;
const colors: ReadonlySet<unknown> = new Set(tagColors);

/** What a body's `tags` sets (api.md 2.6). Each entry that is not a name of 1-180 characters with a tag colour is a violation of its own. */
export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): TagColors {
  const tags = new Map<string, string>();
  for (const [name, color] of Object.entries(given)) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name has at least 1 character.");
    else if ([...name].length > longest) violations.add(at, "TOO_LONG", `A tag's name has at most ${longest} characters.`);
    // Prisma drops such an entry from JSON that it writes.
    if (name === "__proto__") violations.add(at, "INVALID", "This name is a word of JavaScript's objects: no tag can have it.");
    if (!colors.has(color)) violations.add(at, "INVALID", `A tag's colour is one of ${tagColors.join(", ")}.`);
    tags.set(name, String(color));
  }
  return Object.fromEntries(tags);
}
