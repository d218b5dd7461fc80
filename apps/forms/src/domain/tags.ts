import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

export const tagColors = ["default", "gray", "brown", "orange", "yellow", "green", "blue", "purple", "pink", "red"] as const;

export type TagColors = Record<string, string>;

const longest = 180;
const colors: ReadonlySet<unknown> = new Set(tagColors);

/** Returns a body's tags. Adds a violation for each name that is not 1-180 characters and each unknown color. */
export function readTags(given: Readonly<Record<string, unknown>>, path: Path, violations: Violations): TagColors {
  const tags = new Map<string, string>();
  for (const [name, color] of Object.entries(given)) {
    const at = [...path, name];
    if (name === "") violations.add(at, "TOO_SHORT", "A tag's name must have at least 1 character.");
    else if ([...name].length > longest) violations.add(at, "TOO_LONG", `A tag's name must be at most ${longest} characters.`);
    // Prisma drops this key from JSON.
    if (name === "__proto__") violations.add(at, "INVALID", "This name is reserved by JavaScript. Use another name.");
    if (!colors.has(color)) violations.add(at, "INVALID", `A tag's color must be one of ${tagColors.join(", ")}.`);
    tags.set(name, String(color));
  }
  return Object.fromEntries(tags);
}
