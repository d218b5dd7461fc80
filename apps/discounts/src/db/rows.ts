import type { Connection } from "@offergraph/service/filters/connection";
import type { DiscountPublicTier, TagColor } from "../generated/types.js";

// Lean rows: JSON-safe, as packages/service/src/db/workspace-reader.ts says. Ranks are those of domain/ranks.ts, decimals scaled whole numbers.

export interface AliasRow {
  id: string;
  code: string;
}

/** A discount code. Write operations load the related records too; queries load them only if selected. */
export interface DiscountCodeRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  code: string;
  title: string;
  displayName: string | null;
  valueKind: number;
  valuePercent: string | null;
  valueAmount: string | null;
  usageLimit: number | null;
  usageCount: number;
  startAt: string | null;
  endsAt: string | null;
  oneTimePurchase: boolean;
  status: number;
  isPublic: boolean;
  publicTier: DiscountPublicTier | null;
  createdBy: number;
  origin: string | null;
  tagNames: string[];
  partnerId: string | null;
  aliasCount: number;
  isExhausted: boolean;
  isPoolEmpty: boolean;
  isPoolLow: boolean;
  aliasedCodes?: AliasRow[];
  tags?: Record<string, TagColor>;
  placements?: PlacementRow[];
}

/** A discount code with its aliases, tags and placements. */
export type DiscountCodeRecord = DiscountCodeRow & Required<Pick<DiscountCodeRow, "aliasedCodes" | "tags" | "placements">>;

export type DiscountCodePage = Connection<DiscountCodeRow>;

export interface PlacementRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  discountCodeId: string;
  connectionId: string;
  child: Record<string, unknown> | null;
  syncStatus: number;
  syncedAt: string | null;
  lastError: string | null;
  /** Set if a write has read them; otherwise loaded when a query selects them. */
  targets?: TargetRow[];
}

export interface TargetRow {
  /** Null in search results. */
  placementId: string | null;
  kind: number;
  externalRef: string;
  title: string | null;
}

export interface ConnectionRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  slug: string;
  name: string;
  provider: "manual" | "http";
}

export interface PartnerRow {
  rowId: string;
  workspaceId: string;
  name: string;
  handle: string | null;
}

/** A push that the store accepted. */
export interface ChangeRow {
  rowId: string;
  createdAt: string;
  connectionId: string;
  discountCodeId: string;
  discountPlacementId: string | null;
  payloadHash: string;
  payload: Record<string, unknown>;
}

export type ChangePage = Connection<ChangeRow>;

export interface CampaignRow {
  rowId: string;
  workspaceId: string;
  name: string;
  createdAt: string;
}
