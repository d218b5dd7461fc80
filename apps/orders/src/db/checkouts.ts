import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";
import type { CheckoutCount } from "../domain/checkouts.js";
import type { Db } from "../tx.js";
import type { CheckoutRow, CheckoutState } from "./rows.js";

export const checkoutColumns = raw(`
  c.row_id AS "rowId", c.workspace_id AS "workspaceId", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  c.connection_id AS "connectionId", c.customer_id AS "customerId", c.customer_ref AS "customerRef", c.external_ref AS "externalRef",
  c.form_response_id AS "formResponseId", c.order_id AS "orderId", c.partner_id AS "partnerId",
  c.provider_updated_at AS "providerUpdatedAt", c.stage, c.started_day AS "startedDay", c.status`);

export function readCheckouts(read: Read, ids: readonly string[]): Promise<CheckoutRow[]> {
  return read(sql`SELECT ${checkoutColumns} FROM checkouts c WHERE c.row_id = ANY(${ids}::uuid[])`);
}

/** Counts the workspace's checkouts by status and stage. */
export function readCheckoutCounts(read: Read): Promise<CheckoutCount[]> {
  return read(sql`SELECT c.status, c.stage, count(*)::integer AS count FROM checkouts c GROUP BY c.status, c.stage`);
}

export const checkoutStateColumns = raw(`
  c.row_id AS "rowId", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.connection_id AS "connectionId",
  c.external_ref AS "externalRef", c.provider_updated_at AS "providerUpdatedAt", c.customer_id AS "customerId",
  c.customer_ref AS "customerRef", c.stage, c.status, c.started_at AS "startedAt", c.form_response_id AS "formResponseId",
  c.partner_id AS "partnerId", c.order_id AS "orderId"`);

export function readCheckoutStates(tx: Db, ids: readonly string[]): Promise<CheckoutState[]> {
  return tx.sql(sql`SELECT ${checkoutStateColumns} FROM checkouts c WHERE c.row_id = ANY(${ids}::uuid[])`);
}
