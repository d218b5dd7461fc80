import { raw, sql } from "@offergraph/service/db/statement";
import { type ListArguments, type ListContext, readList } from "@offergraph/service/filters/list";
import { bookings } from "../domain/ordinals.js";
import type { LedgerRow } from "./rows.js";
import { isSpendableEntry } from "./spending.js";

export interface Account {
  customerId: string;
  currency: string;
}

const columns = raw(`
  e.row_id AS "rowId", e.created_at AS "createdAt", e.kind, e.amount_minor AS "amountMinor", e.currency, e.grant_id AS "grantId",
  e.connection_id AS "connectionId", e.customer_verified AS "customerVerified", e.spend_id AS "spendId", e.balance::text AS "balanceMinor",
  e.is_spendable AS "isSpendable"`);

/** Reads the entries of a customer's account, newest first. An entry's balance is the sum of all spendable entries up to this entry. */
export function readLedgerPage(context: ListContext, { customerId, currency }: Account, given: Omit<ListArguments, "orderBy">) {
  return readList<LedgerRow>(context, given, {
    operation: `get_credit_ledger ${customerId} ${currency}`,
    select: columns,
    from: sql`(
      SELECT l.*, ${isSpendableEntry} AS is_spendable, coalesce(sum(l.amount_minor) FILTER (WHERE ${isSpendableEntry}) OVER entries, 0) AS balance,
        row_number() OVER entries AS position
      FROM credit_ledger l JOIN grants g ON g.workspace_id = l.workspace_id AND g.row_id = l.grant_id
      WHERE l.workspace_id = ${context.principal.workspaceId}::uuid AND l.customer_id = ${customerId}::uuid AND l.currency = ${currency} AND l.account = 0
      WINDOW entries AS (ORDER BY l.sequence, l.created_at, l.row_id)
    ) e LEFT JOIN credit_spends s ON s.workspace_id = e.workspace_id AND s.row_id = e.spend_id`,
    shape: {
      kind: { column: { sql: sql`e.kind`, kind: "enum", values: bookings, nullable: false } },
      createdAt: { column: { sql: sql`e.created_at`, kind: "datetime", nullable: false } },
      grantId: { column: { sql: sql`e.grant_id`, kind: "uuid", nullable: false } },
      reference: { column: { sql: sql`s.reference`, kind: "text", nullable: true } },
    },
    // `position` is a bigint.
    order: { keys: {}, primaryKey: { sql: sql`e.position`, kind: "decimal", scale: 0, nullable: false } },
    orderBy: ["PRIMARY_KEY_DESC"],
  });
}
