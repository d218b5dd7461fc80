import { normalCustomerRef } from "@offergraph/shared/schema/customer-id";
import type { Client, Fixture } from "./fixture.js";
import type { KnownOrders } from "./reference-order-filters.js";
import { seedOrders } from "./seed-orders.js";

const texts = ["", "a%b", "a_b", "a\\b", "É", "é", "\u{1F600}", "\uFF5E", "ſ", "Zed", "zed", "100% off", "it's"];

/** Adds orders with texts that are hard to compare, for example with `%`, `_` or accents. Returns values for use in filters. */
export async function hardOrders(fixture: Fixture, count = 400): Promise<{ client: Client; known: KnownOrders }> {
  const client = fixture.client();
  const { workspaceId } = client;
  const seeded = await seedOrders((statement, values) => fixture.admin.query(statement, values), { workspaceId, count });
  await fixture.admin.query(
    `UPDATE orders SET updated_at = created_at + (hashtext(external_ref) & 3) * interval '1 ms', customer_ref = ($3::text[])[1 + hashtext(external_ref) & 15], integration_slug = ($2::text[])[1 + (hashtext(external_ref) >> 4) & 15],
     best_tier = ($2::text[])[1 + (hashtext(external_ref) >> 8) & 31], external_ref = external_ref || ($2::text[])[1 + abs(hashtext(external_ref)) % 13]
     WHERE workspace_id = $1`,
    [workspaceId, texts, texts.map(normalCustomerRef)],
  );
  const { rows } = await fixture.admin.query(
    `SELECT row_id AS id, external_ref AS ref, customer_id AS customer, to_char(placed_day, 'YYYY-MM-DD') AS day,
       attributed_revenue * 0.0001 AS amount, ARRAY[to_json(created_at) #>> '{}', to_json(updated_at) #>> '{}', to_json(placed_at) #>> '{}', to_json(paid_at) #>> '{}'] AS times
     FROM orders WHERE workspace_id = $1 AND paid_at IS NOT NULL AND customer_id IS NOT NULL ORDER BY hashtext(external_ref) LIMIT 20`,
    [workspaceId],
  );
  const codes = seeded.discountCodeIds
    .slice(0, -1)
    .flatMap((id, index) =>
      [`CODE${index + 1}`, { name: `aliaS${index + 1}` }, id.toUpperCase()].map((ref) => ({ field: "discountCodeId" as const, ref, id })),
    );
  const partners = seeded.partnerIds
    .slice(0, -1)
    .flatMap((id, index) => [`Partner ${index + 1}`, `@PARTNER${index + 1}`].map((ref) => ({ field: "partnerId" as const, ref, id })));
  const known = {
    ...seeded,
    ids: rows.map(({ id }) => id),
    customerIds: rows.map(({ customer }) => customer),
    externalRefs: rows.map(({ ref }) => ref),
    times: [
      ...rows.flatMap(({ times }) => times),
      "2026-05-09T02:00:00.000+02:00",
      "2026-05-20T10:00:00.0005Z",
      "9999-12-31T23:59:59.999Z",
    ],
    days: [...rows.map(({ day }) => day), "0001-01-01", "9999-12-31"],
    amounts: [...rows.flatMap(({ amount }) => amount ?? []), "0", "-0.00001", "100.00005", "99999999999999.9999", `1${"0".repeat(40)}`],
    texts,
    named: [...codes, ...partners],
  };
  return { client, known };
}
