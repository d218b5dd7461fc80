import type { Violations } from "@offergraph/shared/errors/user-error";
import type { Path } from "./fields.js";

export interface CampaignFields {
  name: string;
  startsAt: string | null;
  endsAt: string | null;
  note: string | null;
}

interface Given {
  name?: string | null | undefined;
  startsAt?: string | null | undefined;
  endsAt?: string | null | undefined;
  note?: string | null | undefined;
}

const utc = (time: string) => new Date(time).toISOString();

/** Omits fields that the client did not send. */
export function readCampaignFields({ name, startsAt, endsAt, note }: Given, path: Path, violations: Violations): Partial<CampaignFields> {
  if (name === null) violations.add([...path, "name"], "REQUIRED", "`name` must not be null. Omit the field to keep the name.");
  return {
    ...(typeof name === "string" && { name: name.trim() }),
    ...(startsAt !== undefined && { startsAt: startsAt === null ? null : utc(startsAt) }),
    ...(endsAt !== undefined && { endsAt: endsAt === null ? null : utc(endsAt) }),
    ...(note !== undefined && { note }),
  };
}

/**
 * Adds a violation if `endsAt` is not after `startsAt`. The violation is at `endsAt`, or at `startsAt` if the write sets only `startsAt`.
 */
export function checkCampaignDates(
  before: Partial<CampaignFields>,
  given: Partial<CampaignFields>,
  path: Path,
  violations: Violations,
): void {
  const { startsAt, endsAt } = { ...before, ...given };
  if (startsAt == null || endsAt == null || endsAt > startsAt) return;
  const field = given.endsAt === undefined && given.startsAt !== undefined ? "startsAt" : "endsAt";
  violations.add([...path, field], "OUT_OF_RANGE", "endsAt must be after startsAt.");
}
