import { type deliveries, type rejectionReasons, statuses } from "./ordinals.js";
import type { StoredCode } from "./store-message.js";

export type Delivery = (typeof deliveries)[number];
export type RejectionReason = (typeof rejectionReasons)[number];

/** Returns a uniformly distributed, cryptographically random integer from 0 to `below` - 1. */
export type PickNumber = (below: number) => number;

// Excludes 0 and 1, which look like O and I in print.
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789";
const length = 10;

export function mintedCode(prefix: string | null, pick: PickNumber): string {
  return (prefix ?? "") + Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join("");
}

/** The fields that decide if grants can get a discount code. The status is an ordinal. */
type Givable = Pick<StoredCode, "status" | "startAt" | "endsAt">;

/**
 * Returns null if grants can get the code at this time, otherwise the reason why not. Grants can get a SCHEDULED code before the code's
 * start.
 */
export function rejectionOf({ status, startAt, endsAt }: Givable, now: Date): RejectionReason | null {
  if (status === statuses.indexOf("EXPIRED") || (endsAt !== null && endsAt <= now.toISOString())) return "CODE_EXPIRED";
  if (status === statuses.indexOf("ACTIVE")) return null;
  return status === statuses.indexOf("SCHEDULED") && startAt !== null ? null : "CODE_NOT_ACTIVE";
}

/** Returns the start if the start is in the future, otherwise null. */
export function startOf({ status, startAt }: Givable, now: Date): string | null {
  return status === statuses.indexOf("SCHEDULED") && startAt !== null && startAt > now.toISOString() ? startAt : null;
}

/** Result of a request for a code. `alias` is set only if the delivery is POOL. `rejection` is null if the request gets a code. */
export type Share<Request> = { request: Request; alias: string | null; rejection: null } | { request: Request; rejection: RejectionReason };

/**
 * Assigns remaining uses and free aliases to the requests, in the order of the requests. `left` is the number of remaining uses, or null if
 * the code has no usage limit. A SHARED request requires a remaining use, but does not reserve the use.
 */
export function shareCode<Request extends { delivery: Delivery }>(
  requests: readonly Request[],
  left: number | null,
  aliases: readonly string[],
): Share<Request>[] {
  let [uses, taken] = [left ?? Number.POSITIVE_INFINITY, 0];
  return requests.map((request): Share<Request> => {
    if (uses <= 0) return { request, rejection: "CODE_EXHAUSTED" };
    if (request.delivery === "SHARED") return { request, alias: null, rejection: null };
    const alias = request.delivery === "POOL" ? aliases[taken] : null;
    if (alias === undefined) return { request, rejection: "POOL_EMPTY" };
    if (alias !== null) taken += 1;
    uses -= 1;
    return { request, alias, rejection: null };
  });
}
