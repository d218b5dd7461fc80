import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { fromScaled } from "@offergraph/shared/schema/scaled";
import type { PlacementTargetKind } from "../generated/types.js";
import { statuses, targetKinds, valueKinds } from "./ranks.js";

/** A code as it is stored: ranks and scaled decimals. */
export interface StoredCode {
  rowId: string;
  code: string;
  title: string;
  displayName: string | null;
  valueKind: number;
  valuePercent: string | null;
  valueAmount: string | null;
  usageLimit: number | null;
  startAt: string | null;
  endsAt: string | null;
  oneTimePurchase: boolean;
  status: number;
  isPublic: boolean;
}

/** Where a code is placed, and what it is narrowed to there. */
export interface StoredPlacement {
  rowId: string;
  connectionId: string;
  child: Record<string, unknown> | null;
  targets: readonly { kind: number; externalRef: string }[];
}

/** A code that was minted for a grant, and when the grant ends. */
export interface MintedCode {
  grantId: string;
  code: string;
  expiresAt: string | null;
}

/** What a store is told of a code (docs/stores.md). */
export interface PushMessage {
  type: "discount_code.push" | "minted_code.push";
  data: { connectionId: string; discountCodeId: string; placementId: string; [field: string]: unknown };
}

/** What a store is told to let go of. */
export interface RemoveMessage {
  type: "discount_code.remove" | "minted_code.remove";
  data: { connectionId: string; discountCodeId: string; grantId?: string };
}

/** All that a store is told about codes. */
export type CodeMessage = PushMessage | RemoveMessage;

const decimal = (scaled: string | null) => (scaled === null ? null : fromScaled(scaled));

/** Of the placement's blocks the store gets the one under its connection's slug. Tags, usage and partners are no business of a store. */
export function pushMessage(
  { code, title, displayName, usageLimit, startAt, endsAt, oneTimePurchase, isPublic, ...stored }: StoredCode,
  aliasedCodes: readonly string[],
  { rowId: placementId, connectionId, child, targets }: StoredPlacement,
  slug: string,
): PushMessage {
  const told = { code, aliasedCodes, title, displayName, usageLimit, startAt, endsAt, oneTimePurchase, isPublic };
  return {
    type: "discount_code.push",
    data: {
      connectionId,
      placementId,
      discountCodeId: stored.rowId,
      ...told,
      valueKind: valueOfRank(valueKinds, stored.valueKind),
      valuePercent: decimal(stored.valuePercent),
      valueAmount: decimal(stored.valueAmount),
      status: valueOfRank(statuses, stored.status),
      targets: targets.map(({ kind, externalRef }) => ({ kind: valueOfRank<PlacementTargetKind>(targetKinds, kind), externalRef })),
      settings: (child && Object.hasOwn(child, slug) ? child[slug] : null) ?? null,
    },
  };
}

export function removeMessage(connectionId: string, discountCodeId: string): RemoveMessage {
  return { type: "discount_code.remove", data: { connectionId, discountCodeId } };
}

/** A minted code has its discount code's terms; it is used once, by the one who was given it, and ends with the grant or the code. */
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

/** The sooner of two times in the form in which they are kept; null is never. */
function sooner(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}
