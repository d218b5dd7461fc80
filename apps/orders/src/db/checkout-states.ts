import type { Read } from "@offergraph/service/db/read";
import { raw, sql } from "@offergraph/service/db/statement";

/** A checkout as events carry it. Stage and status are ranks. */
export interface CheckoutState {
  rowId: string;
  createdAt: string;
  updatedAt: string;
  connectionId: string;
  externalRef: string;
  providerUpdatedAt: string;
  customerId: string | null;
  customerRef: string | null;
  stage: number;
  status: number;
  startedAt: string;
  formResponseId: string | null;
  partnerId: string | null;
  orderId: string | null;
}

export const checkoutStateColumns = raw(`
  c.row_id AS "rowId", c.created_at AS "createdAt", c.updated_at AS "updatedAt", c.connection_id AS "connectionId",
  c.external_ref AS "externalRef", c.provider_updated_at AS "providerUpdatedAt", c.customer_id AS "customerId",
  c.customer_ref AS "customerRef", c.stage, c.status, c.started_at AS "startedAt", c.form_response_id AS "formResponseId",
  c.partner_id AS "partnerId", c.order_id AS "orderId"`);

export function readCheckoutStates(read: Read, ids: readonly string[]): Promise<CheckoutState[]> {
  return read(sql`SELECT ${checkoutStateColumns} FROM checkouts c WHERE c.row_id = ANY(${ids}::uuid[])`);
}
