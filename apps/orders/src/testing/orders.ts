import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture } from "./fixture.js";

// The functions of this file insert rows without validation. Columns have default values.

async function add(fixture: Fixture, table: string, row: Record<string, unknown> & { row_id: string }): Promise<string> {
  await fixture.admin.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [row]);
  return row.row_id;
}

const day = (time: unknown) => new Date(String(time)).toISOString().slice(0, 10);

export function addOrder(fixture: Fixture, { workspaceId }: Client, columns: Record<string, unknown> = {}): Promise<string> {
  const [row_id, now] = [newId(), fixture.clock.now().toISOString()];
  const placed_at = columns.placed_at ?? now;
  return add(fixture, "orders", {
    row_id,
    workspace_id: workspaceId,
    created_at: now,
    updated_at: now,
    connection_id: newId(),
    external_ref: row_id,
    version_hash: "",
    provider_updated_at: now,
    currency_id: "usd",
    discount_codes: [],
    total_price: 0,
    refunded_total: 0,
    placed_at,
    placed_day: day(placed_at),
    is_real: true,
    origin_refs: [],
    order_status: 4,
    financial_status: 1,
    fulfillment_status: 5,
    ...columns,
  });
}

export function addCheckout(fixture: Fixture, { workspaceId }: Client, columns: Record<string, unknown> = {}): Promise<string> {
  const [row_id, now] = [newId(), fixture.clock.now().toISOString()];
  const started_at = columns.started_at ?? now;
  return add(fixture, "checkouts", {
    row_id,
    workspace_id: workspaceId,
    created_at: now,
    updated_at: now,
    connection_id: newId(),
    external_ref: row_id,
    version_hash: "",
    provider_updated_at: now,
    stage: 0,
    status: 2,
    started_at,
    started_day: day(started_at),
    ...columns,
  });
}

/** Inserts a dependent row of an order: `order_customs`, `order_store_providers` or `order_payment_providers`. */
export async function addContent(
  fixture: Fixture,
  { workspaceId }: Client,
  table: string,
  orderId: string,
  content: object,
): Promise<void> {
  await fixture.admin.query(`INSERT INTO ${table} (workspace_id, order_id, content) VALUES ($1, $2, $3)`, [workspaceId, orderId, content]);
}

/** Inserts the reported amounts of an order. By default, the amounts are not converted. */
export async function addReported(
  fixture: Fixture,
  { workspaceId }: Client,
  orderId: string,
  columns: Record<string, unknown> = {},
): Promise<void> {
  const row = {
    workspace_id: workspaceId,
    order_id: orderId,
    placed_day: day(fixture.clock.now()),
    converted: false,
    native_currency: "usd",
    reporting_currency: "usd",
    native_total_price: 0,
    ...columns,
  };
  await fixture.admin.query("INSERT INTO order_reported SELECT * FROM jsonb_populate_record(NULL::order_reported, $1)", [row]);
}
