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

/** How many incentives of a form may be ACTIVE: one event tells of all that a response earned, and has to fit in the 1 MiB that NATS takes. */
export const mostActive = 100;

/** Why one more incentive of a form cannot be ACTIVE; undefined when it can. */
export function whyNotOneMore(active: number): string | undefined {
  return active < mostActive
    ? undefined
    : `A form may have at most ${mostActive} ACTIVE incentives: pause or archive another one of it first.`;
}

/** Why an incentive cannot be ACTIVE; undefined when it can. */
export function whyNotActive(incentive: { formId: string | null; isFormDeleted?: boolean; rules: number }): string | undefined {
  const { formId, isFormDeleted = false, rules } = incentive;
  const form = isFormDeleted ? ["a form that is not deleted"] : ["a form"];
  const missing = [...(formId === null || isFormDeleted ? form : []), ...(rules === 0 ? ["at least one rule"] : [])];
  return missing.length === 0 ? undefined : `An active incentive has to have ${missing.join(" and ")}.`;
}
