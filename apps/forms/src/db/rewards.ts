import { groupBy } from "@offergraph/service/db/group-by";
import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { StoredGrant } from "../domain/grant-view.js";
import { grantStates, responseStatuses } from "../domain/ordinals.js";
import type { StoredOffer } from "../domain/reward-offers.js";
import type { FormResponseStatus } from "../generated/types.js";

/**
 * Reads the rewards that active incentives offer on each form, oldest incentive first. Excludes rules with an unusable discount code or a
 * deleted connection.
 */
export async function readOffersOf(read: Read, formIds: readonly string[]): Promise<Map<string, StoredOffer[]>> {
  const rows = await read<StoredOffer & { formId: string }>(sql`
    SELECT i.form_id AS "formId", i.row_id AS "incentiveId", i.audience, i.tier, listed.rule->>'kindSlug' AS kind, listed.rule->>'outcome' AS outcome,
      listed.rule->'terms' AS terms, v.value_percent AS "valuePercent", v.value_amount AS "valueAmount"
    FROM incentive_references i CROSS JOIN LATERAL jsonb_array_elements(i.rules) WITH ORDINALITY AS listed(rule, position)
    LEFT JOIN discount_code_values v ON v.row_id = (listed.rule->>'discountCodeId')::uuid
    WHERE i.form_id = ANY(${formIds}::uuid[]) AND i.is_active AND v.is_over IS NOT TRUE
      AND NOT EXISTS (
        SELECT FROM jsonb_to_recordset(i.problems) AS p(code text, "discountCodeId" uuid, "connectionId" uuid)
        WHERE p."connectionId" = (listed.rule->>'connectionId')::uuid OR p."discountCodeId" = (listed.rule->>'discountCodeId')::uuid
          AND (p.code <> 'POOL_EMPTY' OR listed.rule->'terms'->>'delivery' = 'POOL'))
    ORDER BY i.form_id, i.created_at, i.row_id, listed.position`);
  return groupBy(rows, ({ formId }) => formId);
}

export async function hasOfferFor(read: Read, formId: string, outcome: FormResponseStatus): Promise<boolean> {
  const rows = await read(sql`
    SELECT FROM incentive_references i
    WHERE i.form_id = ${formId}::uuid AND i.is_active AND i.rules @> ${JSON.stringify([{ outcome }])}::jsonb LIMIT 1`);
  return rows.length > 0;
}

export function readGrants(read: Read, responseId: string): Promise<StoredGrant[]> {
  return read<StoredGrant>(sql`
    SELECT g.kind, g.state, g.code, g.expires_at AS "expiresAt", g.amount_minor AS "amountMinor", g.currency, g.lookup_key AS "lookupKey",
      g.entitlement_limit AS "entitlementLimit", g.public_label AS "publicLabel", v.value_percent AS "valuePercent",
      v.value_amount AS "valueAmount", v.starts_at AS "codeStartsAt", v.ends_at AS "codeEndsAt"
    FROM grant_references g LEFT JOIN discount_code_values v ON v.row_id = g.discount_code_id
    WHERE g.form_response_id = ${responseId}::uuid ORDER BY g.created_at, g.row_id`);
}

export interface AwaitedOutcome {
  responseId: string;
  outcome: FormResponseStatus;
}

/** Returns the ids of responses whose outcome is processed and that have no ISSUING grants. */
export async function readSettled(read: Read, awaited: readonly AwaitedOutcome[]): Promise<Set<string>> {
  const ids = awaited.map(({ responseId }) => responseId);
  const outcomes = awaited.map(({ outcome }) => responseStatuses.indexOf(outcome));
  const rows = await read<{ id: string }>(sql`
    SELECT h.form_response_id AS id FROM unnest(${ids}::uuid[], ${outcomes}::smallint[]) AS awaited(id, outcome)
    JOIN handled_outcomes h ON h.form_response_id = awaited.id AND h.outcome = awaited.outcome
    WHERE NOT EXISTS (
      SELECT FROM grant_references g WHERE g.form_response_id = awaited.id AND g.state = ${grantStates.indexOf("ISSUING")}::smallint)`);
  return new Set(rows.map(({ id }) => id));
}
