import { type deliveries, type refusals, statuses } from "./ranks.js";

export type Delivery = (typeof deliveries)[number];
export type Refusal = (typeof refusals)[number];

/** Picks a whole number from 0 to below the bound, each as likely as any other, and so that nobody can guess it. */
export type PickNumber = (below: number) => number;

// Nothing that is read as something else in print: no 0 and 1 beside O and I.
const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789";
const length = 10;

/** A code for one grant alone: the prefix and 10 unguessable signs. */
export function mintedCode(prefix: string | null, pick: PickNumber): string {
  const minted = Array.from({ length }, () => signs.charAt(pick(signs.length)));
  return `${prefix ?? ""}${minted.join("")}`;
}

/** What decides whether grants get anything of a discount code. The status is a rank; times are UTC with milliseconds. */
export interface Givable {
  status: number;
  startAt: string | null;
  endsAt: string | null;
}

/** Returns why no grant gets anything of a discount code at a time, or null. A SCHEDULED code with a start may be given before it holds. */
export function refusalOf({ status, startAt, endsAt }: Givable, now: Date): Refusal | null {
  if (status === statuses.indexOf("EXPIRED") || (endsAt !== null && endsAt <= now.toISOString())) return "CODE_EXPIRED";
  if (status === statuses.indexOf("ACTIVE")) return null;
  return status === statuses.indexOf("SCHEDULED") && startAt !== null ? null : "CODE_NOT_ACTIVE";
}

/** Returns the start of a code that cannot be used yet, or null. */
export function startOf({ status, startAt }: Givable, now: Date): string | null {
  const isToCome = status === statuses.indexOf("SCHEDULED") && startAt !== null && startAt > now.toISOString();
  return isToCome ? startAt : null;
}

/** The decision about a request for a code: the alias that it takes (null: none is needed), or the refusal. */
export type Share<Request> = { request: Request; alias: string | null; refusal: null } | { request: Request; refusal: Refusal };

/**
 * Shares what is left of a discount code among requests, first come first served. `left`: how many uses the usage limit allows that no order
 * and no other grant has, null without a limit; `aliases`: those that are free. UNIQUE and POOL take a use each, SHARED takes none but needs one.
 */
export function shareCode<Request extends { delivery: Delivery }>(
  requests: readonly Request[],
  left: number | null,
  aliases: readonly string[],
): Share<Request>[] {
  let [uses, taken] = [left ?? Number.POSITIVE_INFINITY, 0];
  return requests.map((request): Share<Request> => {
    if (uses <= 0) return { request, refusal: "CODE_EXHAUSTED" };
    if (request.delivery === "SHARED") return { request, alias: null, refusal: null };
    const alias = request.delivery === "POOL" ? aliases[taken] : null;
    if (alias === undefined) return { request, refusal: "POOL_EMPTY" };
    if (alias !== null) taken += 1;
    uses -= 1;
    return { request, alias, refusal: null };
  });
}
