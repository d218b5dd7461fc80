import type { Read } from "@offergraph/service/db/read";
import { raw, type Statement, sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import { filterFields } from "@offergraph/service/filters/list";
import type { OrderShape } from "@offergraph/service/filters/order";
import type { Reference } from "@offergraph/service/filters/reference";
import type { ChangeRow } from "./rows.js";

const columns = {
  rowId: { sql: sql`h.row_id`, kind: "uuid", nullable: false },
  connectionId: { sql: sql`h.connection_id`, kind: "uuid", nullable: false },
  discountCodeId: { sql: sql`h.discount_code_id`, kind: "uuid", nullable: false },
  discountPlacementId: { sql: sql`h.discount_placement_id`, kind: "uuid", nullable: true },
  createdAt: { sql: sql`h.created_at`, kind: "datetime", nullable: false },
  payloadHash: { sql: sql`h.payload_hash`, kind: "text", nullable: false },
} as const satisfies Record<string, Column>;

export const changeColumns = raw(`
  h.row_id AS "rowId", h.created_at AS "createdAt", h.connection_id AS "connectionId", h.discount_code_id AS "discountCodeId",
  h.discount_placement_id AS "discountPlacementId", h.payload_hash AS "payloadHash", h.payload`);

export const changesTable = sql`discount_changes h`;

export const changeOrder: OrderShape = { keys: { CREATED_AT: columns.createdAt }, primaryKey: columns.rowId };

/** Maps the fields of the GraphQL input DiscountChangeFilter to columns. The function `resolve` looks up a discount code by name. */
export function changeFilter(resolve: Reference["resolve"]): FilterShape {
  const { discountCodeId, ...fields } = columns;
  return {
    ...filterFields(fields),
    discountCodeId: { reference: { column: discountCodeId, resolve } },
  };
}

export function readChanges(read: Read, ids: readonly string[]): Promise<ChangeRow[]> {
  return read<ChangeRow>(sql`SELECT ${changeColumns} FROM ${changesTable} WHERE h.row_id = ANY(${ids}::uuid[])`);
}

export function changesOf(discountCodeId: string): Statement {
  return sql`h.discount_code_id = ${discountCodeId}::uuid`;
}
