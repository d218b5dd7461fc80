import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import { grantStates } from "../domain/ordinals.js";
import type { CheckedRule, CodeState, RuleReferences } from "../domain/problems.js";
import { maxWaiting } from "../domain/warnings.js";
import { type IncentiveRow, incentiveColumns } from "./rows.js";

/** A rule with the states of its discount code and its connection. */
export type RuleWithReferences = CheckedRule & { code: CodeState | null; isConnectionDeleted: boolean };

export type ShownIncentiveRow = IncentiveRow & {
  checkedRules: RuleWithReferences[];
  /** Ids of the newest PENDING grants. */
  waitingGrantIds: string[];
};

/** Returns the states of the records to which the rules refer. */
export function referencesOf(rules: readonly RuleWithReferences[]): RuleReferences {
  const codes = rules.flatMap(({ discountCodeId, code }) => (discountCodeId && code ? [[discountCodeId, code] as const] : []));
  const deleted = rules.flatMap(({ connectionId, isConnectionDeleted }) => (connectionId && isConnectionDeleted ? [connectionId] : []));
  return { codes: new Map(codes), deletedConnections: new Set(deleted) };
}

/** Reads incentives with the data for their warnings. */
export function readShownIncentives(read: Read, ids: readonly string[]): Promise<ShownIncentiveRow[]> {
  return read<ShownIncentiveRow>(sql`
    SELECT ${incentiveColumns}, checked.rules AS "checkedRules", ARRAY(
        SELECT g.row_id::text FROM grants g
        WHERE g.workspace_id = i.workspace_id AND g.incentive_id = i.row_id AND g.state = ${grantStates.indexOf("PENDING")}::smallint
          AND g.customer_id IS NULL
        ORDER BY g.created_at DESC, g.row_id LIMIT ${maxWaiting}::integer) AS "waitingGrantIds"
    FROM incentives i CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('rowId', r.row_id, 'kind', r.kind, 'discountCodeId', r.discount_code_id,
          'connectionId', r.connection_id, 'terms', r.terms, 'isConnectionDeleted', coalesce(k.is_deleted, false),
          'code', CASE WHEN c.row_id IS NOT NULL THEN jsonb_build_object('code', c.code, 'status', c.status, 'startsAt', c.starts_at,
            'endsAt', c.ends_at, 'isDeleted', c.is_deleted, 'isExhausted', c.is_exhausted, 'isPoolEmpty', c.is_pool_empty,
            'isPoolLow', c.is_pool_low, 'isPlaced', c.is_placed) END) ORDER BY r.position), '[]') AS rules
      FROM incentive_rules r
      LEFT JOIN discount_code_references c ON c.workspace_id = r.workspace_id AND c.row_id = r.discount_code_id
      LEFT JOIN connection_references k ON k.workspace_id = r.workspace_id AND k.row_id = r.connection_id
      WHERE r.workspace_id = i.workspace_id AND r.incentive_id = i.row_id AND r.retired_at IS NULL) checked
    WHERE i.row_id = ANY(${ids}::uuid[]) AND i.deleted_at IS NULL`);
}
