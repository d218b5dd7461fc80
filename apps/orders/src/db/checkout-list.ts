import type { Read } from "@offergraph/service/db/read";
import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields, sortKeys } from "@offergraph/service/filters/list";
import type { OrderShape } from "@offergraph/service/filters/order";
import { partnerByName } from "@offergraph/service/replicas/queries";
import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import { checkoutStages, checkoutStatuses } from "../domain/ordinals.js";

const given = { nullable: false, indexed: false };
const optional = { nullable: true, indexed: false };

const columns = {
  connectionId: { sql: sql`c.connection_id`, kind: "uuid", ...given },
  createdAt: { sql: sql`c.created_at`, kind: "datetime", ...given },
  customerRef: { sql: sql`c.customer_ref`, kind: "text", normalize: normalCustomerRef, ...optional },
  externalRef: { sql: sql`c.external_ref`, kind: "text", ...given },
  orderId: { sql: sql`c.order_id`, kind: "uuid", ...optional },
  partnerId: { sql: sql`c.partner_id`, kind: "uuid", ...optional },
  providerUpdatedAt: { sql: sql`c.provider_updated_at`, kind: "datetime", ...given },
  rowId: { sql: sql`c.row_id`, kind: "uuid", nullable: false },
  startedDay: { sql: sql`c.started_day`, kind: "date", ...given },
  updatedAt: { sql: sql`c.updated_at`, kind: "datetime", nullable: false, indexed: "ascending" },
  workspaceId: { sql: sql`c.workspace_id`, kind: "uuid", nullable: false },
} as const satisfies Record<string, Column>;

export const checkoutsTable = sql`checkouts c`;

export const checkoutOrder: OrderShape = { keys: sortKeys(columns), primaryKey: columns.rowId };

/** Filter fields of checkouts. */
export function checkoutFilter(read: Read): FilterShape {
  const { partnerId, ...fields } = columns;
  return {
    ...filterFields(fields),
    customerId: { column: { sql: sql`c.customer_id`, kind: "uuid", nullable: true } },
    formResponseId: { column: { sql: sql`c.form_response_id`, kind: "uuid", nullable: true } },
    stage: { column: { sql: sql`c.stage`, kind: "enum", values: checkoutStages, nullable: false } },
    status: { column: { sql: sql`c.status`, kind: "enum", values: checkoutStatuses, nullable: false } },
    partnerId: { reference: { column: partnerId, resolve: partnerByName(read) } },
  };
}
