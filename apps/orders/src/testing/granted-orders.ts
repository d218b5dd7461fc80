import { newId } from "@offergraph/shared/time/ids";
import type { Client, Fixture } from "./fixture.js";
import { addOrder } from "./orders.js";

/**
 * Adds `count` orders of different customers. Each customer has a grant with the code `shared` and a minted code. Returns the first order,
 * and the id of the response that earned its grant.
 */
export async function addGrantedOrders(fixture: Fixture, client: Client, count: number): Promise<{ orderId: string; responseId: string }> {
  const { workspaceId } = client;
  const codeId = newId();
  const query = (text: string) => fixture.admin.query(text, [workspaceId]);
  await fixture.admin.query(
    "INSERT INTO discount_code_references (row_id, workspace_id, updated_at, is_deleted) VALUES ($1, $2, now(), false)",
    [codeId, workspaceId],
  );
  const orderId = await addOrder(fixture, client, { discount_code_id: codeId, customer_id: newId() });
  await query(
    `INSERT INTO orders SELECT made.* FROM orders o, generate_series(2, ${count}) n, jsonb_populate_record(o, jsonb_build_object(
       'row_id', gen_random_uuid(), 'external_ref', n::text, 'customer_id', gen_random_uuid())) made
     WHERE o.workspace_id = $1`,
  );
  await query(
    `INSERT INTO granted_codes SELECT o.workspace_id, gen_random_uuid(), gen_random_uuid(), o.discount_code_id, 'shared', o.customer_id, o.placed_at
     FROM orders o WHERE o.workspace_id = $1`,
  );
  await query(
    `INSERT INTO minted_code_names SELECT c.workspace_id, 'minted ' || c.grant_id, c.discount_code_id, c.grant_id
     FROM granted_codes c WHERE c.workspace_id = $1`,
  );
  await query(
    `INSERT INTO order_code_names SELECT o.workspace_id, n.name, o.row_id FROM orders o
     JOIN granted_codes c ON c.workspace_id = o.workspace_id AND c.customer_id = o.customer_id
     CROSS JOIN LATERAL (VALUES ('shared'), ('minted ' || c.grant_id)) n(name) WHERE o.workspace_id = $1`,
  );
  await fixture.admin.query("ANALYZE orders, order_code_names, granted_codes, minted_code_names");
  const { rows } = await fixture.admin.query<{ id: string }>(
    "SELECT c.form_response_id AS id FROM granted_codes c JOIN orders o ON o.customer_id = c.customer_id WHERE o.row_id = $1",
    [orderId],
  );
  return { orderId, responseId: rows[0]?.id ?? "" };
}

export async function addChannelResponse(fixture: Fixture, { workspaceId }: Client, rowId: string, channelId: string): Promise<void> {
  await fixture.admin.query(
    `INSERT INTO form_response_references (row_id, workspace_id, status, completed_at, visitor_id, channel_id)
     VALUES ($1, $2, 0, now(), $1::uuid::text, $3)`,
    [rowId, workspaceId, channelId],
  );
}
