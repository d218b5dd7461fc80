import type { creditBooked } from "@offergraph/shared/contracts/events/incentives";
import type { EventOf } from "@offergraph/shared/contracts/parse-event";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { PlacementTargetKind } from "../generated/types.js";
import type { DiscountCodeFields } from "./fields.js";
import { statuses, targetKinds, valueKinds } from "./ordinals.js";

/**
 * The columns of `discount_codes` that stores receive. The values of `valueKind` and `status` are ordinals. Decimals are scaled integers.
 */
export interface StoredCode
  extends Omit<DiscountCodeFields, "aliasedCodes" | "publicTier" | "origin" | "tagNames" | "valueKind" | "status"> {
  rowId: string;
  valueKind: number;
  status: number;
}

export interface StoredPlacement {
  rowId: string;
  connectionId: string;
  child: Record<string, unknown> | null;
  targets: readonly { kind: number; externalRef: string }[];
}

/** A code minted for a grant. The grant ends at `expiresAt`. */
export interface MintedCode {
  grantId: string;
  code: string;
  expiresAt: string | null;
}

export interface PushMessage {
  type: "discount_code.push" | "minted_code.push";
  data: { connectionId: string; discountCodeId: string; placementId: string; [field: string]: unknown };
}

export interface RemoveMessage {
  type: "discount_code.remove" | "minted_code.remove";
  data: { connectionId: string; discountCodeId: string; grantId?: string };
}

export type CodeMessage = PushMessage | RemoveMessage;

/**
 * Builds a push message. The placement's `child` maps connection slugs to settings. The message contains only the settings for the
 * connection with the given `slug`. The message does not contain tags, usage or the partner.
 */
export function pushMessage(
  { code, title, displayName, usageLimit, startAt, endsAt, oneTimePurchase, isPublic, ...stored }: StoredCode,
  aliasedCodes: readonly string[],
  { rowId: placementId, connectionId, child, targets }: StoredPlacement,
  slug: string,
): PushMessage {
  const common = { code, aliasedCodes, title, displayName, usageLimit, startAt, endsAt, oneTimePurchase, isPublic };
  return {
    type: "discount_code.push",
    data: {
      connectionId,
      placementId,
      discountCodeId: stored.rowId,
      ...common,
      valueKind: valueOfOrdinal(valueKinds, stored.valueKind),
      valuePercent: fromScaled(stored.valuePercent),
      valueAmount: fromScaled(stored.valueAmount),
      status: valueOfOrdinal(statuses, stored.status),
      targets: targets.map(({ kind, externalRef }) => ({ kind: valueOfOrdinal<PlacementTargetKind>(targetKinds, kind), externalRef })),
      settings: (child && Object.hasOwn(child, slug) ? child[slug] : null) ?? null,
    },
  };
}

export function removeMessage(connectionId: string, discountCodeId: string): RemoveMessage {
  return { type: "discount_code.remove", data: { connectionId, discountCodeId } };
}

/**
 * Builds a push of a minted code. The message describes a private code that allows one use. The code's end is the end of the grant or of
 * the discount code, whichever is earlier.
 */
export function mintedPushMessage(
  stored: StoredCode,
  { grantId, code, expiresAt }: MintedCode,
  placement: StoredPlacement,
  slug: string,
): PushMessage {
  const own = { code, usageLimit: 1, endsAt: sooner(stored.endsAt, expiresAt), isPublic: false };
  const { data } = pushMessage({ ...stored, ...own }, [], placement, slug);
  return { type: "minted_code.push", data: { ...data, grantId } };
}

export function mintedRemoveMessage(connectionId: string, discountCodeId: string, grantId: string): RemoveMessage {
  return { type: "minted_code.remove", data: { connectionId, discountCodeId, grantId } };
}

/** Returns the earlier of two ISO times. Treats null as later than every time. */
function sooner(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

export type BookedCredit = EventOf<typeof creditBooked>["data"];

export interface CreditMessage {
  type: "credit.booked";
  data: Omit<BookedCredit, "rowId"> & { entryId: string; workspaceId: string; customerVerified: boolean };
}

/** Builds a credit message. The message includes the workspace id, because stores derive customer ids from the workspace id. */
export function creditMessage(workspaceId: string, { rowId: entryId, customerVerified = false, ...booked }: BookedCredit): CreditMessage {
  return { type: "credit.booked", data: { ...booked, customerVerified, workspaceId, entryId } };
}
