import type { DiscountCodeStatus } from "../generated/types.js";
import type { DiscountCodeFields } from "./fields.js";

/** What decides when time moves a status. Times: UTC with milliseconds, so that their texts compare as they do. */
export interface Timed extends Pick<DiscountCodeFields, "status" | "startAt" | "endsAt"> {
  /** When a client wrote the status; time moving it leaves this as it is. */
  statusWrittenAt: string;
}

/**
 * Returns the status that a write stores (decisions.md 3): SCHEDULED with a start that is not in the future becomes ACTIVE at once. `writtenAt`:
 * the time that the write counts from, UTC with milliseconds.
 */
export function statusToStore(status: DiscountCodeStatus, startAt: string | null, writtenAt: string): DiscountCodeStatus {
  return status === "SCHEDULED" && startAt !== null && startAt <= writtenAt ? "ACTIVE" : status;
}

/** Returns the time that a write of a locked code counts from: another write may have begun later and locked the code earlier. */
export function latest(now: Date, { updatedAt }: { updatedAt: string }): string {
  const time = now.toISOString();
  return updatedAt > time ? updatedAt : time;
}

export interface Transition {
  to: DiscountCodeStatus;
  dueAt: string;
}

/**
 * What time does next to a status, and when (decisions.md 3): SCHEDULED becomes ACTIVE when its start passes, either becomes EXPIRED
 * when its end passes. A time that was past already when the status was written moves nothing. Null: time moves this status no more.
 */
export function nextTransition({ status, startAt, endsAt, statusWrittenAt }: Timed): Transition | null {
  if (status !== "SCHEDULED" && status !== "ACTIVE") return null;
  const start = status === "SCHEDULED" && startAt !== null && startAt > statusWrittenAt ? startAt : null;
  const end = endsAt !== null && endsAt > statusWrittenAt ? endsAt : null;
  if (start !== null && (end === null || start <= end)) return { to: "ACTIVE", dueAt: start };
  return end === null ? null : { to: "EXPIRED", dueAt: end };
}
