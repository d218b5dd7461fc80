import { raw, sql } from "@offergraph/service/db/statement";
import type { Db } from "../tx.js";

/** The data about a customer that a stored order or checkout contains. */
export interface StoredFacts {
  rowId: string;
  customerId: string | null;
  customerRef: string | null;
  customerName: string | null;
  providerUpdatedAt: string;
  createdAt: string;
  seenAt: string;
}

const columns = {
  orders: raw(`t.customer_name AS "customerName", t.placed_at AS "seenAt"`),
  checkouts: raw(`NULL AS "customerName", t.started_at AS "seenAt"`),
};

/** Reads and locks the next orders or checkouts. Erasures of their customers must wait. */
export function lockStoredFacts(tx: Db, table: keyof typeof columns, after: string, max: number): Promise<StoredFacts[]> {
  return tx.sql(sql`
    SELECT t.row_id AS "rowId", t.customer_id AS "customerId", t.customer_ref AS "customerRef", ${columns[table]},
      t.provider_updated_at AS "providerUpdatedAt", t.created_at AS "createdAt"
    FROM ${raw(table)} t WHERE t.workspace_id = ${tx.workspaceId}::uuid AND t.row_id > ${after}::uuid
    ORDER BY t.row_id LIMIT ${max}::integer FOR SHARE`);
}

export interface ResponseTimes {
  customerId: string;
  first: string;
  last: string;
}

/** Reads the times of the customers' first and last stored responses. Ignores responses whose customer is only an unverified claim. */
export function readResponseTimes(tx: Db, customerIds: readonly string[]): Promise<ResponseTimes[]> {
  return tx.sql(sql`
    SELECT r.customer_id AS "customerId", min(r.completed_at) AS first, max(r.completed_at) AS last FROM form_response_references r
    WHERE r.workspace_id = ${tx.workspaceId}::uuid AND r.customer_id = ANY(${customerIds}::uuid[]) AND NOT r.customer_is_claim
    GROUP BY r.customer_id`);
}

/** Lowers `created_at` of customers to the given times. */
export async function lowerCreatedAt(tx: Db, created: ReadonlyMap<string, string>): Promise<void> {
  await tx.sql(sql`
    UPDATE customers c SET created_at = given.at
    FROM unnest(${[...created.keys()]}::uuid[], ${[...created.values()]}::timestamptz[]) AS given(id, at)
    WHERE c.workspace_id = ${tx.workspaceId}::uuid AND c.row_id = given.id AND given.at < c.created_at`);
}
