import { sql } from "@offergraph/service/db/statement";
import type { Column } from "@offergraph/service/filters/columns";
import type { OrderShape } from "@offergraph/service/filters/order";

const column = (text: ReturnType<typeof sql>, kind: "uuid" | "datetime"): Column => ({ sql: text, kind, nullable: false });

/** Sorts newest first. */
export const incentiveOrder: OrderShape = {
  keys: { CREATED_AT: column(sql`i.created_at`, "datetime") },
  primaryKey: column(sql`i.row_id`, "uuid"),
};

/** Sorts newest first. */
export const grantOrder: OrderShape = {
  keys: { CREATED_AT: column(sql`g.created_at`, "datetime") },
  primaryKey: column(sql`g.row_id`, "uuid"),
};
