import { newId } from "@offergraph/shared/time/ids";

/** Function that runs one SQL statement, for example `(text, values) => client.query(text, values)`. */
export type Query = (text: string, values?: unknown[]) => Promise<unknown>;

export interface Seed {
  workspaceId: string;
  count: number;
  /** Time of the first order. The orders are spread over `days` days. */
  from?: string;
  days?: number;
}

/** Referenced ids. The last id of each list refers to a missing or deleted record. */
export interface Seeded {
  connectionIds: string[];
  partnerIds: string[];
  discountCodeIds: string[];
  responseIds: string[];
}

const connections = `
  INSERT INTO connection_references (row_id, workspace_id, slug, name, provider)
  SELECT id, $1::uuid, 'shop' || n, 'Shop ' || n, 'manual' FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const partners = `
  INSERT INTO partner_references (row_id, workspace_id, name, handle_key)
  SELECT id, $1::uuid, 'Partner ' || n, 'partner' || n FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const discountCodes = `
  INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted)
  SELECT id, $1::uuid, $3::timestamptz, n = cardinality($2::uuid[]) FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

const discountCodeNames = `
  INSERT INTO discount_code_names (workspace_id, name_key, discount_code_id)
  SELECT $1::uuid, kind || n, id FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n), unnest(ARRAY['code', 'alias']) AS kind`;

const responses = `
  INSERT INTO form_response_references (row_id, workspace_id, status, completed_at, visitor_id)
  SELECT id, $1::uuid, 0, $3::timestamptz, 'visitor' || n FROM unnest($2::uuid[]) WITH ORDINALITY AS made(id, n)`;

// The moduli are primes, so the columns are not correlated. Groups of three orders have the same time.
const orders = `
  INSERT INTO orders (row_id, workspace_id, created_at, updated_at, connection_id, external_ref, provider_updated_at, currency_id, customer_id,
    customer_ref, customer_name, discount_codes, claimed_form_response_id, click_id, visitor_id, discount_code_id, partner_id, form_response_id,
    integration_slug, best_tier, total_price, refunded_total, attributed_revenue, attribution_method, attribution_scored_at, placed_at, placed_day,
    paid_at, is_real, origin_refs, order_status, financial_status, fulfillment_status)
  SELECT uuidv7(), $1::uuid, taken, taken, ($5::uuid[])[1 + n % 3], 'order' || n, taken, (ARRAY['usd', 'eur', 'jpy'])[1 + n % 3],
    CASE WHEN n % 7 > 0 THEN overlay(overlay(md5(customer) PLACING '5' FROM 13) PLACING '8' FROM 17)::uuid END, CASE WHEN n % 7 > 0 THEN customer END, NULL, '{}',
    CASE WHEN n % 11 = 0 THEN response END, CASE WHEN n % 13 = 0 THEN 'click' || n END, CASE WHEN n % 11 = 1 THEN 'visitor' || n % 10007 END,
    code, ($7::uuid[])[1 + n % 37], response, (ARRAY['web', 'pos', NULL])[1 + n % 5], CASE WHEN is_attributed THEN (ARRAY['QUICK', 'ENHANCED'])[1 + n % 2] END,
    price, refund, CASE WHEN is_attributed THEN price - refund END, CASE WHEN is_attributed THEN 'DISCOUNT_CODE' END,
    CASE WHEN is_attributed THEN taken + interval '1 second' END, placed, (placed AT TIME ZONE 'UTC')::date,
    CASE WHEN n % 5 > 0 THEN placed + (n % 97) * interval '1 minute' END, n % 41 > 0, (ARRAY['{}', '{ad}', '{mail,ad}', '{"",É}'])[1 + n % 4]::text[],
    (ARRAY[4, 4, 4, 2, 2, 0, 1, 5, 3])[1 + n % 9], (ARRAY[1, 1, 1, 1, 0, 2, 3, 4, 5, 6])[1 + n % 10], n % 8
  FROM generate_series(1, $2::int) n,
    LATERAL (SELECT date_trunc('milliseconds', $3::timestamptz + (n / 3) * ($4::int * interval '1 day' / ($2::int / 3 + 1))) AS placed) AS time,
    LATERAL (SELECT placed + (n * 7919::bigint % 100000) * interval '1 ms' AS taken, 'customer' || n % 30011 || '@example.com' AS customer,
      (n * 7919::bigint % 20000003) AS price, CASE WHEN n % 17 = 0 THEN n % 5000 ELSE 0 END AS refund, ($6::uuid[])[1 + n % 23] AS code,
      ($8::uuid[])[1 + n % 53] AS response) AS made,
    LATERAL (SELECT code IS NOT NULL OR response IS NOT NULL AS is_attributed) AS outcome`;

// Two currencies have rates, and the third has no rates. One in 29 orders has no row in `order_reported`.
const reported = `
  INSERT INTO order_reported (workspace_id, order_id, placed_day, best_tier, converted, native_currency, reporting_currency, rate_provider, rate,
    native_total_price, native_attributed_revenue, reported_total_price, reported_attributed_revenue)
  SELECT o.workspace_id, o.row_id, o.placed_day, o.best_tier, rate IS NOT NULL, o.currency_id, 'usd', CASE WHEN rate IS NOT NULL THEN 'ecb' END, rate,
    o.total_price, o.attributed_revenue, round(o.total_price * rate), round(o.attributed_revenue * rate)
  FROM orders o, LATERAL (SELECT CASE o.currency_id WHEN 'usd' THEN 1 WHEN 'eur' THEN 1.0875 END AS rate) AS known
  WHERE o.workspace_id = $1::uuid AND hashtext(o.external_ref) % 29 <> 0`;

const contents = ["order_customs", "order_store_providers", "order_payment_providers"].map(
  (table, index) => `
  INSERT INTO ${table} (workspace_id, order_id, content)
  SELECT o.workspace_id, o.row_id, '{}' FROM orders o WHERE o.workspace_id = $1::uuid AND hashtext(o.external_ref) % ${7 + index} = 0`,
);

/** Inserts realistic orders without validation and events. Use this function only in tests and benchmarks. */
export async function seedOrders(query: Query, seed: Seed): Promise<Seeded> {
  const { workspaceId, count, from = "2026-05-03T00:00:00.000Z", days = 29 } = seed;
  const ids = (length: number) => Array.from({ length }, newId);
  const there = (all: string[]) => all.slice(0, -1);
  const seeded: Seeded = { connectionIds: ids(3), partnerIds: ids(6), discountCodeIds: ids(6), responseIds: ids(9) };
  const { connectionIds, partnerIds, discountCodeIds, responseIds } = seeded;
  await query("BEGIN");
  await query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
  await query(connections, [workspaceId, there(connectionIds)]);
  await query(partners, [workspaceId, there(partnerIds)]);
  await query(discountCodes, [workspaceId, discountCodeIds, from]);
  await query(discountCodeNames, [workspaceId, there(discountCodeIds)]);
  await query(responses, [workspaceId, there(responseIds), from]);
  await query(orders, [workspaceId, count, from, days, connectionIds, discountCodeIds, partnerIds, responseIds]);
  await query(reported, [workspaceId]);
  for (const content of contents) await query(content, [workspaceId]);
  await query("COMMIT");
  return seeded;
}
