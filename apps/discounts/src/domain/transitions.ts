import type { DiscountCodeStatus } from "../generated/types.js";
import type { DiscountCodeFields } from "./fields.js";

/** The fields that determine scheduled status changes. Times: UTC with milliseconds, so that texts compare chronologically. */
export interface Timed extends Pick<DiscountCodeFields, "status" | "startAt" | "endsAt"> {
  /** Time of the last status write by a client; scheduled changes do not update it. */
  statusWrittenAt: string;
}

/**
 * Returns the status that a write stores: SCHEDULED becomes ACTIVE if its start is not in the future. `writtenAt`: the
 * effective time of the write, UTC with milliseconds.
 */
export function statusToStore(status: DiscountCodeStatus, startAt: string | null, writtenAt: string): DiscountCodeStatus {
  return status === "SCHEDULED" && startAt !== null && startAt <= writtenAt ? "ACTIVE" : status;
}

/** Returns the updatedAt that a write to a locked code stores: never before the last one, whose transaction may have begun later. */
export function latest(now: Date, { updatedAt }: { updatedAt: string }): string {
  const time = now.toISOString();
  return updatedAt > time ? updatedAt : time;
}

export interface Transition {
  to: DiscountCodeStatus;
  dueAt: string;
}

/**
 * Returns the next scheduled status change, or null if no change is scheduled: SCHEDULED becomes ACTIVE at its start, both become
 * EXPIRED at their end. Times that had passed when the status was written have no effect.
 */
export function nextTransition({ status, startAt, endsAt, statusWrittenAt }: Timed): Transition | null {
  if (status !== "SCHEDULED" && status !== "ACTIVE") return null;
  const start = status === "SCHEDULED" && startAt !== null && startAt > statusWrittenAt ? startAt : null;
  const end = endsAt !== null && endsAt > statusWrittenAt ? endsAt : null;
  if (start !== null && (end === null || start <= end)) return { to: "ACTIVE", dueAt: start };
  return end === null ? null : { to: "EXPIRED", dueAt: end };
}
