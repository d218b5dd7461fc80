import type { Read } from "@offergraph/service/db/read";
import { rowsById, sql } from "@offergraph/service/db/statement";
import type { CheckoutCount } from "../domain/checkouts.js";
import type { Db } from "../tx.js";
import { type CheckoutRow, type CheckoutState, checkoutColumns, checkoutStateColumns } from "./rows.js";

export function readCheckouts(read: Read, ids: readonly string[]): Promise<CheckoutRow[]> {
  return read(sql`SELECT ${checkoutColumns} FROM ${rowsById("checkouts", ids)} c`);
}

export function readCheckoutCounts(read: Read): Promise<CheckoutCount[]> {
  return read(sql`SELECT c.status, c.stage, count(*)::integer AS count FROM checkouts c GROUP BY c.status, c.stage`);
}

export function readCheckoutStates(tx: Db, ids: readonly string[]): Promise<CheckoutState[]> {
  return tx.sql(sql`SELECT ${checkoutStateColumns} FROM checkouts c WHERE c.row_id = ANY(${ids}::uuid[])`);
}
