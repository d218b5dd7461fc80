import type { FailureReason } from "./earning.js";

/** How long a discount code is good, as far as is known. Times are ISO. */
export interface CodeEnd {
  endsAt: string | null;
  /** Since when it has been over: EXPIRED or deleted. */
  overSince: string | null;
  isDeleted: boolean;
}

/** The first of these ends: a grant's own, and that of its code. Null: without end. */
export function soonest(own: string | Date | null, { endsAt, overSince }: CodeEnd): Date | null {
  const times = [own, endsAt, overSince].flatMap((time) => (time === null ? [] : [new Date(time).getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Why nothing comes of a code at a time; null while something does. */
export function whyOver(code: CodeEnd, at: Date): FailureReason | null {
  const end = soonest(null, code);
  if (end === null || end > at) return null;
  return code.isDeleted ? "CODE_DELETED" : "CODE_EXPIRED";
}
