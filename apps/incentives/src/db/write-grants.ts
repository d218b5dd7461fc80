import { join, type Statement, sql } from "@offergraph/service/db/statement";
import { grantStates } from "../domain/ranks.js";
import type { Reward } from "../domain/reward.js";
import type { GrantState } from "../generated/types.js";
import { grantColumns } from "./columns.js";
import type { GrantRow } from "./rows.js";
import type { Writing } from "./transaction.js";

type Within = Omit<Writing, "transaction">;

export interface NewGrant extends Reward {
  rowId: string;
  incentiveId: string;
  ruleId: string;
  formResponseId: string;
  customerId: string | null;
  customerVerified: boolean;
  visitorId: string | null;
  state: GrantState;
  tier: number | null;
  trustScore: number | null;
  outcomeAt: string;
  failureReason: string | null;
}

/** Inserts a grant; undefined if the rule already has one for the response. */
export async function insertGrant({ read, workspaceId, now }: Within, grant: NewGrant): Promise<GrantRow | undefined> {
  const {
    rowId,
    incentiveId,
    ruleId,
    formResponseId,
    customerId,
    customerVerified,
    visitorId,
    state,
    tier,
    trustScore,
    outcomeAt,
    failureReason,
  } = grant;
  const { kind, delivery, discountCodeId, connectionId, amountMinor, currency, lookupKey, entitlementLimit, fields, publicLabel } = grant;
  const at = now.toISOString();
  const [row] = await read<GrantRow>(sql`
    INSERT INTO grants AS g (row_id, workspace_id, created_at, updated_at, incentive_id, rule_id, form_response_id, customer_id, kind, state,
      tier, trust_score, outcome_at, failure_reason, delivery, discount_code_id, connection_id, amount_minor, currency, lookup_key,
      entitlement_limit, fields, public_label, customer_verified, visitor_id)
    VALUES (${rowId}::uuid, ${workspaceId}::uuid, ${at}::timestamptz, ${at}::timestamptz, ${incentiveId}::uuid, ${ruleId}::uuid,
      ${formResponseId}::uuid, ${customerId}::uuid, ${kind}::smallint, ${grantStates.indexOf(state)}::smallint, ${tier}::smallint,
      ${trustScore}::float8, ${outcomeAt}::timestamptz, ${failureReason}::text, ${delivery}::smallint, ${discountCodeId}::uuid,
      ${connectionId}::uuid, ${amountMinor}::bigint, ${currency}::text, ${lookupKey}::text, ${entitlementLimit}::integer,
      ${fields === null ? null : JSON.stringify(fields)}::jsonb, ${publicLabel}::text, ${customerVerified}::boolean,
      ${visitorId}::uuid)
    ON CONFLICT (workspace_id, rule_id, form_response_id) DO NOTHING RETURNING ${grantColumns}`);
  return row;
}

export interface GrantChange {
  state: GrantState;
  customerId?: string;
  issuedAt?: Date;
  expiresAt?: Date | null;
  /** Its own end, independent of its code. */
  ownExpiresAt?: Date | null;
  startsAt?: string | null;
  customerVerified?: boolean;
  failureReason?: string | null;
  code?: { code: string; key: string };
  orderId?: string | null;
}

/**
 * Changes a locked grant and returns it. Consumers treat the later state of one millisecond as newer, so a return to an earlier state
 * advances updatedAt.
 */
export async function changeGrant({ read, now }: Within, rowId: string, change: GrantChange): Promise<GrantRow> {
  const { state, customerId, customerVerified, issuedAt, expiresAt, ownExpiresAt, startsAt, failureReason, code, orderId } = change;
  const rank = grantStates.indexOf(state);
  const after = sql`g.updated_at + CASE WHEN ${rank}::smallint < g.state THEN interval '1 ms' ELSE interval '0' END`;
  const updatedAt = sql`updated_at = greatest(${now.toISOString()}::timestamptz, ${after})`;
  const set: Statement[] = [updatedAt, sql`state = ${rank}::smallint`];
  if (customerId !== undefined) set.push(sql`customer_id = ${customerId}::uuid`);
  if (customerVerified !== undefined) set.push(sql`customer_verified = ${customerVerified}::boolean`);
  if (ownExpiresAt !== undefined) set.push(sql`own_expires_at = ${ownExpiresAt?.toISOString() ?? null}::timestamptz`);
  if (startsAt !== undefined) set.push(sql`starts_at = ${startsAt}::timestamptz`);
  if (issuedAt !== undefined) set.push(sql`issued_at = ${issuedAt.toISOString()}::timestamptz`);
  if (expiresAt !== undefined) set.push(sql`expires_at = ${expiresAt?.toISOString() ?? null}::timestamptz`);
  if (failureReason !== undefined) set.push(sql`failure_reason = ${failureReason}::text`);
  if (code !== undefined) set.push(sql`code = ${code.code}, code_key = ${code.key}`);
  if (orderId !== undefined) set.push(sql`order_id = ${orderId}::uuid`);
  const [row] = await read<GrantRow>(sql`UPDATE grants g SET ${join(set)} WHERE g.row_id = ${rowId}::uuid RETURNING ${grantColumns}`);
  if (!row) throw new Error(`Invariant violated: grant ${rowId} not found under its lock.`);
  return row;
}
