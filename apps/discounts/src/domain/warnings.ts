import { defineWarnings, type Finding, findingWith, type WarningKind } from "@offergraph/shared/errors/warning";
import type { DiscountCodeStatus } from "../generated/types.js";
import { statuses } from "./ordinals.js";

export const kinds = defineWarnings({
  CODE_ON_NO_STORE: {
    cause: "A discount code has no placement.",
    operation: "add_discount_placements",
    why: "A placement sends the code to a store.",
  },
  CODE_EXPIRED: {
    cause: "A discount code has ended, or its status is EXPIRED.",
    operation: "save_discount_code",
    why: "Set `ends_at` to a future time or null, and `status` to ACTIVE.",
  },
  CODE_NOT_ACTIVE: {
    cause: "A discount code is DRAFT, or SCHEDULED without a start.",
    operation: "save_discount_code",
    why: "Set `status` to ACTIVE, or to SCHEDULED with `start_at`.",
  },
});

/** The kinds of warnings that `warningsOfCodes` can return. */
export const codeWarnings: readonly WarningKind[] = Object.values(kinds);
/** The kinds of warnings that `warningsOfCreated` can return. */
export const jobWarnings: readonly WarningKind[] = [kinds.CODE_ON_NO_STORE];

const finding = findingWith(kinds);

const draft = statuses.indexOf("DRAFT");

interface CheckedCode {
  rowId: string;
  code: string;
  status: number;
  startAt: string | null;
  endsAt: string | null;
  isPlaced: boolean;
}

type WrittenCode = Omit<CheckedCode, "isPlaced"> & { placements: readonly object[] };

/** Returns the reasons why customers cannot use the code. */
export function warningsOfRead(code: CheckedCode, now: Date): Finding[] {
  return warningsOf([code], now, nameOf);
}

/** Returns a warning if created codes have no placement. Ignores codes that customers cannot use for other reasons. */
export function warningsOfCreated(codes: readonly WrittenCode[], now: Date): Finding[] {
  const unplaced = codes.filter((code) => code.placements.length === 0 && code.status !== draft && !hasEnded(code, now));
  const message = "The job created discount codes without placements, so no store got these codes.";
  return unplaced.length === 0 ? [] : [finding("CODE_ON_NO_STORE", message, idsOf(unplaced))];
}

/**
 * Returns the warnings about codes after a write. `requested` is the status that the write set, if any. Returns no warnings if the write
 * set the status DRAFT or EXPIRED, because the client disabled the codes on purpose.
 */
export function warningsOfCodes(
  codes: readonly WrittenCode[],
  requested: DiscountCodeStatus | null | undefined,
  now: Date,
  name = nameOf,
): Finding[] {
  if (requested === "DRAFT" || requested === "EXPIRED") return [];
  const checked = codes.map(({ placements, ...code }) => ({ ...code, isPlaced: placements.length > 0 }));
  return warningsOf(checked, now, name);
}

function warningsOf(codes: readonly CheckedCode[], now: Date, name: typeof nameOf): Finding[] {
  const usable = codes.filter((code) => !hasEnded(code, now));
  const about = (code: keyof typeof kinds, found: readonly CheckedCode[], say: (subject: string) => string) =>
    found.length === 0 ? [] : [finding(code, say(name(found)), idsOf(found))];
  return [
    ...about(
      "CODE_EXPIRED",
      codes.filter((code) => hasEnded(code, now)),
      (subject) => `Customers cannot use ${subject}: the end is in the past, or the status is EXPIRED.`,
    ),
    ...about(
      "CODE_NOT_ACTIVE",
      usable.filter(isInactive),
      (subject) => `Customers cannot use ${subject}: the status is DRAFT, or SCHEDULED without a start.`,
    ),
    ...about(
      "CODE_ON_NO_STORE",
      usable.filter(({ isPlaced }) => !isPlaced),
      (subject) => `Without a placement, no store gets ${subject}.`,
    ),
  ];
}

function hasEnded({ status, endsAt }: Pick<CheckedCode, "status" | "endsAt">, now: Date): boolean {
  return status === statuses.indexOf("EXPIRED") || (endsAt !== null && Date.parse(endsAt) <= now.getTime());
}

function isInactive({ status, startAt }: CheckedCode): boolean {
  return status === draft || (status === statuses.indexOf("SCHEDULED") && startAt === null);
}

function nameOf([first, ...others]: readonly Pick<CheckedCode, "code">[]): string {
  return others.length === 0 ? `discount code ${first?.code}` : `${others.length + 1} of the discount codes`;
}

const idsOf = (codes: readonly { rowId: string }[]): string[] => codes.map(({ rowId }) => rowId);
