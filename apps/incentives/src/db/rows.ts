import type { Connection } from "@offergraph/service/filters/connection";

// Plain, JSON-safe rows (packages/service/src/db/workspace-reader.ts). Enums are ranks (domain/ranks.ts).

export interface IncentiveRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  description: string | null;
  formId: string | null;
  audience: number | null;
  tier: number | null;
  status: number;
  icon: string | null;
  iconColor: string | null;
  limitCount: number | null;
  limitPeriod: number | null;
  minTrustScore: number | null;
  requiresVerifiedCustomer: boolean | null;
}

export type IncentivePage = Connection<IncentiveRow>;

export interface RuleRow {
  rowId: string;
  incentiveId: string;
  kind: number;
  outcome: number;
  discountCodeId: string | null;
  connectionId: string | null;
  terms: Record<string, unknown>;
}

export interface GrantRow {
  rowId: string;
  workspaceId: string;
  createdAt: string;
  updatedAt: string;
  incentiveId: string;
  ruleId: string;
  formResponseId: string;
  customerId: string | null;
  kind: number;
  state: number;
  tier: number | null;
  trustScore: number | null;
  outcomeAt: string;
  issuedAt: string | null;
  expiresAt: string | null;
  decidedAt: string | null;
  decision: number | null;
  failureReason: string | null;
  code: string | null;
  discountCodeId: string | null;
  connectionId: string | null;
  amountMinor: string | null;
  currency: string | null;
  lookupKey: string | null;
  entitlementLimit: number | null;
  fields: Record<string, string | number | boolean | null> | null;
  publicLabel: string | null;
  orderId: string | null;
  startsAt: string | null;
  customerVerified: boolean;
}

export type GrantPage = Connection<GrantRow>;

/** Stub of another service's entity. */
export interface OthersRow {
  rowId: string;
}
