import type { Read } from "@offergraph/service/db/read";
import { customerIdsOf } from "@offergraph/shared/schema/customer-id";
import { nameKey } from "@offergraph/shared/schema/name-key";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import type { Ref } from "@offergraph/shared/schema/ref";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import { readCodes } from "../../db/discount-codes.js";
import { readTargetsOf } from "../../db/placements.js";
import type { DiscountCodeRow } from "../../db/rows.js";
import { type NamedCode, readNamedCode, readPlacementId, readUses } from "../../db/validation.js";
import { fromMinor } from "../../domain/cart-money.js";
import { statuses, targetKinds, valueKinds } from "../../domain/ordinals.js";
import { eligibleItems, readCart, type Target } from "../../domain/read-cart.js";
import { type CodeState, type OwningGrant, reasonMessages, validateCart } from "../../domain/validation.js";
import type { DiscountCartInput } from "../../generated/types.js";

export interface ValidationRequest {
  code: string;
  cart: DiscountCartInput;
  customerId: Ref | null;
  connectionId: string | null;
  at: Date;
}

interface Found {
  row: DiscountCodeRow;
  state: CodeState;
  /** Catalog items to which the placement is restricted. */
  targets: readonly Target[];
}

/** Checks if a cart can use a code, but does not reserve a use. Throws BadUserInput for an invalid cart. */
export async function validateDiscountCode(read: Read, workspaceId: string, request: ValidationRequest) {
  const { currencyId, digits, items: given } = readCart(request.cart);
  const found = await findCode(read, workspaceId, request);
  const items = eligibleItems(given, found?.targets ?? []);
  const { reasons, amountsOff } = validateCart(found?.state, { items, digits }, request.at.toISOString());
  const amounts = (subtotal: bigint, off: bigint) => ({
    subtotal: fromMinor(subtotal, digits),
    amountOff: fromMinor(off, digits),
    total: fromMinor(subtotal - off, digits),
  });
  const sum = (parts: readonly bigint[]) => parts.reduce((total, part) => total + part, 0n);
  return {
    valid: reasons.length === 0,
    reasons: reasons.map((reason) => ({ reason, message: reasonMessages[reason] })),
    discountCode: found?.row ?? null,
    currencyId,
    ...amounts(sum(items.map(({ subtotal }) => subtotal)), sum(amountsOff)),
    items: items.map(({ subtotal }, index) => amounts(subtotal, amountsOff[index] ?? 0n)),
  };
}

async function findCode(read: Read, workspaceId: string, request: ValidationRequest): Promise<Found | undefined> {
  const { code, customerId, connectionId } = request;
  const named = await readNamedCode(read, nameKey(code));
  const [row] = named ? await readCodes(read, [named.discountCodeId]) : [];
  if (!named || !row) return undefined;
  const customerIds = customerId === null ? [] : customerIdsOf(workspaceId, customerId);
  const uses = await readUses(read, row.rowId, named.grantId, customerIds);
  const placementId = connectionId === null ? undefined : await readPlacementId(read, row.rowId, connectionId);
  const targets = placementId === undefined ? [] : ((await readTargetsOf(read, [placementId])).get(placementId) ?? []);
  const state = {
    ...{ status: valueOfOrdinal(statuses, row.status), startAt: row.startAt, endsAt: row.endsAt },
    ...{
      valueKind: valueOfOrdinal(valueKinds, row.valueKind),
      valuePercent: fromScaled(row.valuePercent),
      valueAmount: fromScaled(row.valueAmount),
    },
    ...{ usageLimit: row.usageLimit, usageCount: row.usageCount, oneTimePurchase: row.oneTimePurchase, ...uses },
    grant: grantOf(named, customerIds),
    isPlaced: connectionId === null || placementId !== undefined,
  };
  return { row, state, targets: targets.map(({ kind, externalRef }) => ({ kind: valueOfOrdinal(targetKinds, kind), externalRef })) };
}

function grantOf(named: NamedCode, customerIds: readonly string[]): OwningGrant | null {
  if (named.grantId === null) return null;
  const isOfOtherCustomer = customerIds.length > 0 && named.customerId !== null && !customerIds.includes(named.customerId);
  const { isMinted, isUsed, isEnded, expiresAt } = named;
  return { isMinted, isUsed, isEnded, expiresAt, isOfOtherCustomer };
}
