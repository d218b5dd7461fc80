import { newId } from "@offergraph/shared/time/ids";
import { grantStates, incentiveKinds } from "../domain/ordinals.js";
import type { GrantState, IncentiveKind } from "../generated/types.js";
import type { Client, Fixture, UserError } from "./fixture.js";
import { create, type Incentive, labelRule } from "./incentives.js";

export const grantFields = `rowId workspaceId createdAt updatedAt incentiveId incentive { rowId } ruleId formResponseId formResponse { rowId }
  customerId customerVerified kindSlug state tier trustScore issuedAt expiresAt decidedAt failureReason code discountCodeId discountCode { rowId }
  amountMinor currency lookupKey entitlementLimit fields publicLabel`;

export interface Grant {
  rowId: string;
  state: string;
  decidedAt: string | null;
  updatedAt: string;
  [field: string]: unknown;
}

export const createGranting = (client: Client): Promise<Incentive> => create(client, { rules: [labelRule()] });

/** Inserts a grant of the incentive's first rule. `columns` override the defaults. */
export async function addGrant(
  fixture: Fixture,
  client: Client,
  incentive: Incentive,
  state: GrantState = "HELD",
  columns: Record<string, unknown> = {},
): Promise<string> {
  const rowId = newId();
  const now = fixture.clock.now();
  const row = {
    row_id: rowId,
    workspace_id: client.workspaceId,
    created_at: now,
    updated_at: now,
    incentive_id: incentive.rowId,
    rule_id: incentive.rules[0]?.rowId,
    form_response_id: newId(),
    customer_id: state === "PENDING" ? null : newId(),
    kind: incentiveKinds.indexOf((incentive.rules[0]?.kindSlug ?? "metadata") as IncentiveKind),
    state: grantStates.indexOf(state),
    trust_score: 0.5,
    outcome_at: now,
    ...(state === "DECLINED" && { decision: 1, decided_at: now }),
    ...columns,
  };
  const names = Object.keys(row);
  await fixture.admin.query(
    `INSERT INTO grants (${names.join(", ")}) VALUES (${names.map((_, index) => `$${index + 1}`).join(", ")})`,
    Object.values(row),
  );
  return rowId;
}

export interface GrantAnswer {
  grant: Grant | null;
  userErrors: UserError[];
}

/** Releases or declines a grant, and returns the mutation's payload. */
export async function decide(client: Client, operation: "release" | "decline", grantId: string, key?: string): Promise<GrantAnswer> {
  const type = operation === "release" ? "ReleaseIncentiveGrantInput" : "DeclineIncentiveGrantInput";
  const mutation = `mutation ($input: ${type}!) {
    answer: ${operation}_incentive_grant(input: $input) { grant { ${grantFields} } userErrors { field code message } } }`;
  return (await client.data<{ answer: GrantAnswer }>(mutation, { input: { grantId } }, key)).answer;
}
