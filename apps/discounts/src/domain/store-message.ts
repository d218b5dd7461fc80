import { valueOfRank } from "@offergraph/shared/schema/ranks";
import type { PlacementTargetKind } from "../generated/types.js";
import { fromScaled } from "./decimals.js";
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

/** What a store is told of a code (docs/stores.md). */
export interface PushMessage {
  type: "discount_code.push";
  data: { connectionId: string; discountCodeId: string; placementId: string; [field: string]: unknown };
}

/** What a store is told to let go of. */
export interface RemoveMessage {
  type: "discount_code.remove";
  data: { connectionId: string; discountCodeId: string };
}

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
