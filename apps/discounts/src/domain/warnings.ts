import { type Finding, findingWith, type NextStep } from "@offergraph/shared/errors/warning";
import type { DiscountCodeStatus } from "../generated/types.js";
import { statuses } from "./ordinals.js";

export const nextSteps = {
  CODE_ON_NO_STORE: { operation: "add_discount_placements", why: "A placement sends the code to a store." },
  CODE_EXPIRED: { operation: "save_discount_code", why: "Set `ends_at` to a future time or null, and `status` to ACTIVE." },
  CODE_NOT_ACTIVE: { operation: "save_discount_code", why: "Set `status` to ACTIVE, or to SCHEDULED with `start_at`." },
} as const satisfies Record<string, NextStep>;

const finding = findingWith(nextSteps);

interface WrittenCode {
  rowId: string;
  code: string;
  status: number;
  startAt: string | null;
  endsAt: string | null;
  placements: readonly object[];
}

/**
 * Returns what prevents customers from using codes after a write. `requested` is the status that the write set, if any. A write that sets
 * DRAFT or EXPIRED has no warnings, because the caller does not want customers to use the codes.
 */
export function warningsOfCodes(
  codes: readonly WrittenCode[],
  requested: DiscountCodeStatus | null | undefined,
  now: Date,
  name = nameOf,
): Finding[] {
  if (requested === "DRAFT" || requested === "EXPIRED") return [];
  const expired = codes.filter((code) => hasEnded(code, now));
  const usable = codes.filter((code) => !hasEnded(code, now));
  const inactive = usable.filter(isInactive);
  const unplaced = usable.filter(({ placements }) => placements.length === 0);
  const about = (code: keyof typeof nextSteps, found: readonly WrittenCode[], say: (subject: string) => string) =>
    found.length === 0
      ? []
      : [
          finding(
            code,
            say(name(found)),
            found.map(({ rowId }) => rowId),
          ),
        ];
  return [
    ...about("CODE_EXPIRED", expired, (subject) => `Customers cannot use ${subject}: the end is in the past, or the status is EXPIRED.`),
    ...about(
      "CODE_NOT_ACTIVE",
      inactive,
      (subject) => `Customers cannot use ${subject}: the status is DRAFT, or SCHEDULED without a start.`,
    ),
    ...about("CODE_ON_NO_STORE", unplaced, (subject) => `Without a placement, no store gets ${subject}.`),
  ];
}

function hasEnded({ status, endsAt }: WrittenCode, now: Date): boolean {
  return status === statuses.indexOf("EXPIRED") || (endsAt !== null && Date.parse(endsAt) <= now.getTime());
}

function isInactive({ status, startAt }: WrittenCode): boolean {
  return status === statuses.indexOf("DRAFT") || (status === statuses.indexOf("SCHEDULED") && startAt === null);
}

function nameOf([first, ...others]: readonly WrittenCode[]): string {
  return others.length === 0 ? `discount code ${first?.code}` : `${others.length + 1} of the discount codes`;
}
