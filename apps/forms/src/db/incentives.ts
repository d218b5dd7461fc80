import { sql } from "@offergraph/service/db/statement";
import type { DataOf } from "@offergraph/service/tx/tx";
import type {
  grantPending,
  incentiveCreated,
  incentiveProblemsChanged,
  responseHandled,
} from "@offergraph/shared/contracts/events/incentives";
import { grantStates, responseStatuses } from "../domain/ordinals.js";
import type { SqlTx } from "../tx.js";

/**
 * Upserts an incentive unless a newer version or a deletion is stored. Does not store `terms.fields` of the rules, because only other
 * systems use `terms.fields`.
 */
export async function upsertIncentive(tx: SqlTx, incentive: DataOf<typeof incentiveCreated>): Promise<void> {
  const { rowId, createdAt, updatedAt, formId, audience, tier, status } = incentive;
  const rules = incentive.rules.map(({ kindSlug, outcome, discountCodeId, connectionId, terms: { fields, ...terms } }) => ({
    kindSlug,
    outcome,
    discountCodeId,
    connectionId,
    terms,
  }));
  await tx.sql(sql`
    INSERT INTO incentive_references AS kept
      (row_id, workspace_id, created_at, updated_at, form_id, is_active, is_deleted, audience, tier, rules)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${createdAt}::timestamptz, ${updatedAt}::timestamptz, ${formId}::uuid,
      ${status === "ACTIVE"}::boolean, false, ${audience}, ${tier}, ${JSON.stringify(rules)}::jsonb)
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, form_id = excluded.form_id,
      is_active = excluded.is_active, audience = excluded.audience, tier = excluded.tier, rules = excluded.rules
    WHERE NOT kept.is_deleted AND kept.updated_at <= excluded.updated_at`);
}

export async function storeProblems(tx: SqlTx, { rowId, changedAt, problems }: DataOf<typeof incentiveProblemsChanged>): Promise<void> {
  const errors = problems.flatMap(({ severity, code, discountCodeId, connectionId = null }) =>
    severity === "ERROR" ? [{ code, discountCodeId, connectionId }] : [],
  );
  await tx.sql(sql`
    UPDATE incentive_references i SET problems = ${JSON.stringify(errors)}::jsonb, problems_at = ${changedAt}::timestamptz
    WHERE i.workspace_id = ${tx.workspaceId}::uuid AND i.row_id = ${rowId}::uuid AND NOT i.is_deleted
      AND (i.problems_at IS NULL OR i.problems_at <= ${changedAt}::timestamptz)`);
}

/**
 * Marks an incentive as deleted. Events that arrive after the deletion do not restore the incentive. Removes the rules of the incentive.
 */
export async function tombstoneIncentive(tx: SqlTx, rowId: string, at: Date): Promise<void> {
  const time = at.toISOString();
  await tx.sql(sql`
    INSERT INTO incentive_references (row_id, workspace_id, created_at, updated_at, is_active, is_deleted, rules)
    VALUES (${rowId}::uuid, ${tx.workspaceId}::uuid, ${time}::timestamptz, ${time}::timestamptz, false, true, '[]')
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, is_active = false, is_deleted = true, rules = '[]'`);
}

/**
 * Upserts grants unless a newer version is stored. Events about a grant can arrive in any order. Of versions with equal update times, the
 * version with the later state is newer. The incentives service increases the update time when a grant returns to a previous state.
 */
export async function upsertGrants(tx: SqlTx, grants: readonly Omit<DataOf<typeof grantPending>, "fields">[]): Promise<void> {
  if (grants.length === 0) return;
  const rows = grants.map((grant) => ({ ...grant, state: grantStates.indexOf(grant.state) }));
  await tx.sql(sql`
    INSERT INTO grant_references AS kept (row_id, workspace_id, created_at, updated_at, form_response_id, kind, state, code, expires_at,
      discount_code_id, amount_minor, currency, lookup_key, entitlement_limit, public_label)
    SELECT g."rowId", ${tx.workspaceId}::uuid, g."createdAt", g."updatedAt", g."formResponseId", g."kindSlug", g.state, g.code, g."expiresAt",
      g."discountCodeId", g."amountMinor", g.currency, g."lookupKey", g."entitlementLimit", g."publicLabel"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS g("rowId" uuid, "createdAt" timestamptz, "updatedAt" timestamptz,
      "formResponseId" uuid, "kindSlug" text, state smallint, code text, "expiresAt" timestamptz, "discountCodeId" uuid,
      "amountMinor" bigint, currency text, "lookupKey" text, "entitlementLimit" int, "publicLabel" text)
    ORDER BY g."rowId"
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, state = excluded.state, code = excluded.code,
      expires_at = excluded.expires_at, discount_code_id = excluded.discount_code_id, amount_minor = excluded.amount_minor,
      currency = excluded.currency, lookup_key = excluded.lookup_key, entitlement_limit = excluded.entitlement_limit,
      public_label = excluded.public_label
    WHERE (kept.updated_at, kept.state) < (excluded.updated_at, excluded.state)`);
}

export async function insertHandledOutcome(
  tx: SqlTx,
  { formResponseId, outcome }: Pick<DataOf<typeof responseHandled>, "formResponseId" | "outcome">,
): Promise<void> {
  await tx.sql(sql`
    INSERT INTO handled_outcomes (workspace_id, form_response_id, outcome)
    VALUES (${tx.workspaceId}::uuid, ${formResponseId}::uuid, ${responseStatuses.indexOf(outcome)}::smallint) ON CONFLICT DO NOTHING`);
}
