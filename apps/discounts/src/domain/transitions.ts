import type { DiscountCodeStatus } from "../generated/types.js";
import type { DiscountCodeFields } from "./fields.js";

/** The fields that determine scheduled status changes. `statusWrittenAt` is the time of the last status write by a client. */
export type Timed = Pick<DiscountCodeFields, "status" | "startAt" | "endsAt"> & { statusWrittenAt: string };

/** Returns the status to store for a write at the time `writtenAt`. SCHEDULED becomes ACTIVE if the start is at or before `writtenAt`. */
export function statusToStore(status: DiscountCodeStatus, startAt: string | null, writtenAt: string): DiscountCodeStatus {
  return status === "SCHEDULED" && startAt !== null && startAt <= writtenAt ? "ACTIVE" : status;
}

/** Returns the later of `now` and the stored `updatedAt`. A concurrent write may have stored a later time. */
export function latest(now: Date, { updatedAt }: { updatedAt: string }): string {
  const time = now.toISOString();
  return updatedAt > time ? updatedAt : time;
}

/** Returns the next scheduled status change, or null. Ignores a start or end before the client's last status write. */
export function nextTransition({ status, startAt, endsAt, statusWrittenAt }: Timed): { to: DiscountCodeStatus; dueAt: string } | null {
  if (status !== "SCHEDULED" && status !== "ACTIVE") return null;
  const start = status === "SCHEDULED" && startAt !== null && startAt > statusWrittenAt ? startAt : null;
  const end = endsAt !== null && endsAt > statusWrittenAt ? endsAt : null;
  if (start !== null && (end === null || start <= end)) return { to: "ACTIVE", dueAt: start };
  return end === null ? null : { to: "EXPIRED", dueAt: end };
}
