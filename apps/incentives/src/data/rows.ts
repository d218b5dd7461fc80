import type { Connection } from "@offergraph/shared/filters/connection";

// Lean rows: JSON-safe, as packages/shared/src/database/lean.ts says. Ranks are those of domain/ranks.ts.

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

/** A page of a list of incentives. */
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

/** A page of a list of grants. */
export type GrantPage = Connection<GrantRow>;

/** Another service's record that shows what belongs to it here. */
export interface OthersRow {
  rowId: string;
}
