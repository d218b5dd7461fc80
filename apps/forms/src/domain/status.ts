import type { FormStatus } from "../generated/types.js";

// decisions.md 3. Staying PUBLISHED is a move too: to a new version.
const moves: Record<FormStatus, readonly FormStatus[]> = {
  DRAFT: ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"],
  READY: ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"],
  PUBLISHED: ["READY", "PUBLISHED", "ARCHIVED"],
  ARCHIVED: ["DRAFT", "ARCHIVED"],
};

/** Why a form may not go from one status to another; undefined when it may. */
export function whyNotMove(from: FormStatus, to: FormStatus): string | undefined {
  if (moves[from].includes(to)) return undefined;
  return `A form that is ${from} can become ${moves[from].filter((status) => status !== from).join(" or ")}, not ${to}.`;
}
