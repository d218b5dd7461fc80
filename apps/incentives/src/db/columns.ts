import { raw } from "@offergraph/service/db/statement";

// Select lists of plain rows: each column under its name in the schema.

export const incentiveColumns = raw(`
  i.row_id AS "rowId", i.workspace_id AS "workspaceId", i.created_at AS "createdAt", i.updated_at AS "updatedAt", i.name, i.description,
  i.form_id AS "formId", i.audience, i.tier, i.status, i.icon, i.icon_color AS "iconColor", i.limit_count AS "limitCount",
  i.limit_period AS "limitPeriod", i.min_trust_score AS "minTrustScore",
  i.requires_verified_customer AS "requiresVerifiedCustomer"`);

export const ruleColumns = raw(`
  r.row_id AS "rowId", r.incentive_id AS "incentiveId", r.kind, r.outcome, r.discount_code_id AS "discountCodeId",
  r.connection_id AS "connectionId", r.terms`);

export const grantColumns = raw(`
  g.row_id AS "rowId", g.workspace_id AS "workspaceId", g.created_at AS "createdAt", g.updated_at AS "updatedAt",
  g.incentive_id AS "incentiveId", g.rule_id AS "ruleId", g.form_response_id AS "formResponseId", g.customer_id AS "customerId",
  g.kind, g.state, g.tier, g.trust_score AS "trustScore", g.outcome_at AS "outcomeAt", g.issued_at AS "issuedAt",
  g.expires_at AS "expiresAt", g.decided_at AS "decidedAt", g.decision, g.failure_reason AS "failureReason", g.code,
  g.discount_code_id AS "discountCodeId", g.connection_id AS "connectionId", g.amount_minor AS "amountMinor", g.currency,
  g.lookup_key AS "lookupKey", g.entitlement_limit AS "entitlementLimit", g.fields, g.public_label AS "publicLabel",
  g.order_id AS "orderId", g.starts_at AS "startsAt", g.customer_verified AS "customerVerified"`);
