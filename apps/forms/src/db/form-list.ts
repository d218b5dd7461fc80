import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { FilterShape } from "@offergraph/service/filters/filter";
import type { OrderShape } from "@offergraph/service/filters/order";

const rowId = { sql: sql`f.row_id`, kind: "uuid", nullable: false } as const satisfies Column;

export const formsTable = sql`forms f`;

export const formOrder: OrderShape = {
  keys: { CREATED_AT: { sql: sql`f.created_at`, kind: "datetime", nullable: false } },
  primaryKey: rowId,
};

export const formFilter: FilterShape = {
  rowId: { column: rowId },
  formSlug: { column: { sql: sql`f.form_slug`, kind: "text", nullable: false } },
  title: { column: { sql: sql`f.title`, kind: "text", nullable: true } },
  startsAt: { column: { sql: sql`f.starts_at`, kind: "datetime", nullable: true } },
  endsAt: { column: { sql: sql`f.ends_at`, kind: "datetime", nullable: true } },
};
