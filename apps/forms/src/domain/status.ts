import type { FormStatus } from "../generated/types.js";

// The transition from PUBLISHED to PUBLISHED publishes a new version.
const moves: Record<FormStatus, readonly FormStatus[]> = {
  DRAFT: ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"],
  READY: ["DRAFT", "READY", "PUBLISHED", "ARCHIVED"],
  PUBLISHED: ["READY", "PUBLISHED", "ARCHIVED"],
  ARCHIVED: ["DRAFT", "ARCHIVED"],
};

export function transitionError(from: FormStatus, to: FormStatus): string | undefined {
  if (moves[from].includes(to)) return undefined;
  return `A form cannot change from ${from} to ${to}; allowed: ${moves[from].filter((status) => status !== from).join(", ")}.`;
}
