import type { IncentiveStatus } from "../generated/types.js";

const moves: Record<IncentiveStatus, readonly IncentiveStatus[]> = {
  DRAFT: ["ACTIVE", "ARCHIVED"],
  ACTIVE: ["PAUSED", "ARCHIVED"],
  PAUSED: ["ACTIVE", "ARCHIVED"],
  ARCHIVED: ["DRAFT"],
};

/** Returns the reason why a status transition is not allowed. Returns undefined if the transition is allowed or changes nothing. */
export function transitionError(from: IncentiveStatus, to: IncentiveStatus): string | undefined {
  if (from === to || moves[from].includes(to)) return undefined;
  return `An incentive with status ${from} can become ${moves[from].join(" or ")}, not ${to}.`;
}

/** Maximum number of ACTIVE incentives per form. The event with all rewards of a response must fit into NATS's maximum payload of 1 MiB. */
export const maxActive = 100;

export function activeLimitError(active: number): string | undefined {
  return active < maxActive
    ? undefined
    : `A form can have at most ${maxActive} ACTIVE incentives. First pause or archive another ACTIVE incentive.`;
}

export function activationError(incentive: { formId: string | null; isFormDeleted?: boolean; rules: number }): string | undefined {
  const { formId, isFormDeleted = false, rules } = incentive;
  const form = isFormDeleted ? ["a form that is not deleted"] : ["a form"];
  const missing = [...(formId === null || isFormDeleted ? form : []), ...(rules === 0 ? ["at least one rule"] : [])];
  return missing.length === 0 ? undefined : `An ACTIVE incentive requires ${missing.join(" and ")}.`;
}
