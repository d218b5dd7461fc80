import { columnOf, type PlainRow, selectColumns } from "@offergraph/service/db/plain-row";
import { columnSelector } from "@offergraph/service/db/selected-columns";
import { raw } from "@offergraph/service/db/statement";
import type { Connection } from "@offergraph/service/filters/connection";
import type { Terms } from "../domain/terms.js";
import type { CreditLedgerEntry, CreditSpend, EntitlementUse, Grant, Incentive, IncentiveRule } from "../generated/prisma/client.js";

// Row types that contain only JSON values. Enum values are ordinals (domain/ordinals.ts).

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
  ...([
    "customerVerified",
    "kind",
    "state",
    "tier",
    "trustScore",
    "trustReasons",
    "outcomeAt",
    "issuedAt",
    "expiresAt",
    "decidedAt",
  ] as const),
  ...(["decision", "failureReason", "code", "discountCodeId", "connectionId", "amountMinor", "currency", "lookupKey"] as const),
  ...(["entitlementLimit", "publicLabel", "orderId", "startsAt", "used"] as const),
] as const satisfies readonly (keyof Grant)[];

export type GrantRow = Omit<PlainRow<Pick<Grant, (typeof grantFields)[number]>>, "trustReasons"> & {
  trustReasons: string[] | null;
  fields: Record<string, string | number | boolean | null> | null;
};
export type GrantPage = Connection<GrantRow>;
export const grantColumnsOf = columnSelector({
  alias: "g",
  fields: [...grantFields, "fields"],
  // Callers group grants by `formResponseId` or `orderId`. Warnings use `state` and `customerId`.
  always: ["rowId", "formResponseId", "orderId", "state", "customerId"],
  uses: {
    incentive: ["incentiveId"],
    formResponse: ["formResponseId"],
    customer: ["customerId"],
    kindSlug: ["kind"],
    discountCode: ["discountCodeId"],
  },
});
export const grantColumns = grantColumnsOf(undefined);

const spendFields = ["rowId", "createdAt", "customerId", "amountMinor", "currency", "reference", "note", "balanceMinor"] as const;

export type SpendRow = PlainRow<Pick<CreditSpend, (typeof spendFields)[number]>>;
export const spendColumns = selectColumns("s", spendFields);

const useFields = ["rowId", "createdAt", "customerId", "lookupKey", "quantity", "reference", "limit", "used"] as const;

export type UseRow = PlainRow<Pick<EntitlementUse, (typeof useFields)[number]>>;
// Quotes the column names, because `limit` is an SQL keyword.
export const useColumns = raw(useFields.map((field) => `u."${columnOf(field)}" AS "${field}"`).join(", "));

type LedgerFields =
  | "rowId"
  | "createdAt"
  | "kind"
  | "amountMinor"
  | "currency"
  | "grantId"
  | "connectionId"
  | "customerVerified"
  | "spendId";

export type LedgerRow = PlainRow<Pick<CreditLedgerEntry, LedgerFields>> & {
  /** True if `spend_credit` can spend the credit. */
  isSpendable: boolean;
  balanceMinor: string;
};
export type LedgerPage = Connection<LedgerRow>;

/** A customer's unused credit in one currency. */
export interface BalanceRow {
  currency: string;
  /** The credit that `spend_credit` can spend. */
  amountMinor: string;
  claimedMinor: string;
  storeMinor: string;
}

/** Sums of the customer's unexpired entitlements for a lookup key. */
export interface EntitlementRow {
  lookupKey: string;
  limit: string;
  used: string;
  /** Limit from unverified claims, which the customer cannot use. `limit` does not include `claimedLimit`. */
  claimedLimit: string;
  expiresAt: string | null;
}

export interface OthersRow {
  rowId: string;
}
