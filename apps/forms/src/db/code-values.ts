import { sql } from "@offergraph/service/db/statement";
import type { DataOf } from "@offergraph/service/tx/tx";
import type { discountCodeCreated } from "@offergraph/shared/contracts/events/discounts";
import type { SqlTx } from "../tx.js";

export async function upsertCodeValues(tx: SqlTx, codes: readonly DataOf<typeof discountCodeCreated>[]): Promise<void> {
  const rows = codes.map(({ rowId, updatedAt, valuePercent, valueAmount, status, startAt, endsAt }) => ({
    ...{ row_id: rowId, updated_at: updatedAt, value_percent: valuePercent, value_amount: valueAmount },
    is_over: status === "EXPIRED",
    starts_at: status === "SCHEDULED" ? startAt : null,
    ends_at: endsAt,
  }));
  await tx.sql(sql`
    INSERT INTO discount_code_values AS kept (row_id, workspace_id, updated_at, value_percent, value_amount, is_over, starts_at,
      ends_at)
    SELECT given.row_id, ${tx.workspaceId}::uuid, given.updated_at, given.value_percent, given.value_amount, given.is_over, given.starts_at,
      given.ends_at
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS given(row_id uuid, updated_at timestamptz, value_percent text, value_amount text, is_over boolean,
        starts_at timestamptz, ends_at timestamptz)
    ORDER BY given.row_id
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET updated_at = excluded.updated_at, value_percent = excluded.value_percent,
      value_amount = excluded.value_amount, is_over = excluded.is_over, starts_at = excluded.starts_at, ends_at = excluded.ends_at
    WHERE NOT kept.is_deleted AND kept.updated_at <= excluded.updated_at`);
}

/**
 * Marks codes as deleted. Events that arrive after the deletion do not restore the codes. Keeps the codes' values, because the labels of
 * issued rewards show the values.
 */
export async function tombstoneCodes(tx: SqlTx, codes: readonly { rowId: string; at: Date }[]): Promise<void> {
  const [ids, times] = [codes.map(({ rowId }) => rowId), codes.map(({ at }) => at.toISOString())];
  await tx.sql(sql`
    INSERT INTO discount_code_values (row_id, workspace_id, updated_at, is_over, is_deleted)
    SELECT gone.row_id, ${tx.workspaceId}::uuid, gone.at, true, true
    FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS gone(row_id, at) ORDER BY gone.row_id
    ON CONFLICT (workspace_id, row_id) DO UPDATE SET is_over = true, is_deleted = true`);
}
