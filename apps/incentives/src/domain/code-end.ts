import type { FailureReason } from "./earning.js";

/** The known end of a discount code. Times are ISO strings. */
export interface CodeEnd {
  endsAt: string | null;
  /** When it became EXPIRED or was deleted. */
  overSince: string | null;
  isDeleted: boolean;
}

/** Returns the earlier of a grant's own end and its code's end; null if it has neither. */
export function soonest(own: string | Date | null, { endsAt, overSince }: CodeEnd): Date | null {
  const times = [own, endsAt, overSince].flatMap((time) => (time === null ? [] : [new Date(time).getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}

/** Returns why a code cannot be given at a time, or null if it can. */
export function endReason(code: CodeEnd, at: Date): FailureReason | null {
  const end = soonest(null, code);
  if (end === null || end > at) return null;
  return code.isDeleted ? "CODE_DELETED" : "CODE_EXPIRED";
}
