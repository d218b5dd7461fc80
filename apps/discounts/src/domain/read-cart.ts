import { BadUserInput } from "@offergraph/shared/errors/public-error";
import { currencyOf, minorDigitsOf } from "@offergraph/shared/schema/currencies";
import type { DiscountCartInput } from "../generated/types.js";
import { decimalOf, toMinor } from "./cart-money.js";
import type { CartItem } from "./validation.js";

export interface Target {
  kind: string;
  externalRef: string;
}

export interface GivenCart {
  currencyId: string;
  digits: number;
  items: { subtotal: bigint; targets: readonly Target[] }[];
}

/** Converts a cart's amounts to minor units. For an unknown currency or invalid amount, throws BadUserInput with the input path. */
export function readCart({ currencyId: given, items }: DiscountCartInput): GivenCart {
  const currencyId = currencyOf(given);
  if (currencyId === undefined) throw new BadUserInput("cart.currencyId", `\`cart.currencyId\` must be an ISO 4217 code, not "${given}".`);
  const digits = minorDigitsOf(currencyId);
  return {
    ...{ currencyId, digits },
    items: items.map(({ amount, quantity, targets }, index) => {
      const path = `cart.items.${index}.amount`;
      const minor = toMinor(decimalOf(amount), digits);
      if (minor === undefined) throw new BadUserInput(path, `\`${path}\` must have at most ${digits} decimal places in ${currencyId}.`);
      if (minor < 0n) throw new BadUserInput(path, `\`${path}\` must not be negative.`);
      return { subtotal: minor * BigInt(quantity ?? 1), targets: targets ?? [] };
    }),
  };
}

/** Marks the items that match a target of the placement. Without targets, marks all items. */
export function eligibleItems(items: GivenCart["items"], restrictedTo: readonly Target[]): CartItem[] {
  const keyOf = ({ kind, externalRef }: Target) => `${kind} ${externalRef}`;
  const allowed = new Set(restrictedTo.map(keyOf));
  return items.map(({ subtotal, targets }) => ({
    subtotal,
    isEligible: allowed.size === 0 || targets.some((target) => allowed.has(keyOf(target))),
  }));
}
