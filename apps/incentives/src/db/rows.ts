import { type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import type { Connection } from "@offergraph/service/filters/connection";
import type { Terms } from "../domain/terms.js";
import type { Grant, Incentive, IncentiveRule } from "../generated/prisma/client.js";

// Plain, JSON-safe rows. Enums are ordinals (domain/ordinals.ts).

const incentiveFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "name", "description", "formId", "audience", "tier", "status"] as const),
  ...(["icon", "iconColor", "limitCount", "limitPeriod", "minTrustScore", "requiresVerifiedCustomer"] as const),
] as const satisfies readonly (keyof Incentive)[];

export type IncentiveRow = PlainRow<Pick<Incentive, (typeof incentiveFields)[number]>>;
export type IncentivePage = Connection<IncentiveRow>;
export const incentiveColumns = selectColumns("i", incentiveFields);

const ruleFields = ["rowId", "incentiveId", "kind", "outcome", "discountCodeId", "connectionId"] as const;

export type RuleRow = PlainRow<Pick<IncentiveRule, (typeof ruleFields)[number]>> & { terms: Terms };
export const ruleColumns = selectColumns("r", [...ruleFields, "terms"]);

const grantFields = [
  ...(["rowId", "workspaceId", "createdAt", "updatedAt", "incentiveId", "ruleId", "formResponseId", "customerId"] as const),
  ...(["customerVerified", "kind", "state", "tier", "trustScore", "outcomeAt", "issuedAt", "expiresAt", "decidedAt"] as const),
  ...(["decision", "failureReason", "code", "discountCodeId", "connectionId", "amountMinor", "currency", "lookupKey"] as const),
  ...(["entitlementLimit", "publicLabel", "orderId", "startsAt"] as const),
] as const satisfies readonly (keyof Grant)[];

export type GrantRow = PlainRow<Pick<Grant, (typeof grantFields)[number]>> & {
  fields: Record<string, string | number | boolean | null> | null;
};
export type GrantPage = Connection<GrantRow>;
export const grantColumns = selectColumns("g", [...grantFields, "fields"]);

export interface OthersRow {
  rowId: string;
}
