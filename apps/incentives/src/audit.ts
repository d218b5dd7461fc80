import type { AuditPlan } from "@offergraph/service/audit/plan";
import { auditRecorded } from "@offergraph/shared/contracts/events/incentives";
import {
  audiences,
  bookings,
  decisions,
  deliveries,
  grantStates,
  incentiveKinds,
  incentiveStatuses,
  limitPeriods,
  responseStatuses,
  tiers,
} from "./domain/ordinals.js";

export const audit: AuditPlan = {
  event: auditRecorded,
  tables: {
    incentives: {
      recordType: "Incentive",
      enums: { audience: audiences, tier: tiers, status: incentiveStatuses, limit_period: limitPeriods },
      numbers: ["limit_count"],
    },
    incentive_rules: { recordType: "IncentiveRule", enums: { kind: incentiveKinds, outcome: responseStatuses }, numbers: ["position"] },
    grants: {
      recordType: "Grant",
      enums: { kind: incentiveKinds, state: grantStates, tier: tiers, decision: decisions, delivery: deliveries },
    },
    credit_ledger: { recordType: "CreditLedgerEntry", enums: { kind: bookings }, numbers: ["account"] },
    credit_spends: { recordType: "CreditSpend" },
    entitlement_uses: { recordType: "EntitlementUse" },
  },
  unaudited: {
    "Sums of recorded rows": ["credit_balances", "entitlements"],
    "Work lists, which follow from the recorded changes": ["due_grants", "incentive_checks"],
    "Replicas of other services' records": [
      ...["connection_references", "discount_code_names", "discount_code_references", "form_references", "form_response_references"],
      ...["order_code_names", "order_references", "workspace_settings"],
    ],
  },
};
