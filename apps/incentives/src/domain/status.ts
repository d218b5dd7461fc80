import type { IncentiveStatus } from "../generated/types.js";

// decisions.md 3.
const moves: Record<IncentiveStatus, readonly IncentiveStatus[]> = {
  DRAFT: ["ACTIVE", "ARCHIVED"],
  ACTIVE: ["PAUSED", "ARCHIVED"],
  PAUSED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["DRAFT"],
};

/** Why an incentive may not go from one status to another; undefined when it may, or stays. */
export function whyNotMove(from: IncentiveStatus, to: IncentiveStatus): string | undefined {
  if (from === to || moves[from].includes(to)) return undefined;
  return `An incentive that is ${from} can become ${moves[from].join(" or ")}, not ${to}.`;
}

/** Why an incentive cannot be ACTIVE; undefined when it can. */
export function whyNotActive(incentive: { formId: string | null; rules: number }): string | undefined {
  const missing = [...(incentive.formId === null ? ["a form"] : []), ...(incentive.rules === 0 ? ["at least one rule"] : [])];
  return missing.length === 0 ? undefined : `An active incentive has to have ${missing.join(" and ")}.`;
}
