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

/** Why no grant gets anything of a discount code; null when they do. A draft or a scheduled code may be promised before it holds. */
export function refusalOf({ status }: { status: number }): Refusal | null {
  return status === statuses.indexOf("EXPIRED") ? "CODE_EXPIRED" : null;
}
