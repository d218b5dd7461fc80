import pg from "pg";
import { seedCodes } from "../../../apps/discounts/src/testing/seed-codes.js";
import { seedResponses } from "../../../apps/forms/src/testing/seed-responses.js";
import { seedOrders } from "../../../apps/orders/src/testing/seed-orders.js";
import { graphqlClient } from "../../../e2e/src/client.js";
import type { SystemFile } from "../../../e2e/src/start-system.js";

/** Number of records in each list, and number of different variables per operation. */
export interface Sizes {
  codes: number;
  orders: number;
}

export interface Seeded {
  codeIds: string[];
  /** Cursors of the orders, for pages with different orders. */
  orderCursors: string[];
}

type Run = (text: string, values?: unknown[]) => Promise<{ rows: { row_id: string }[] }>;

// Each order refers to a code and a response, which are entities of two other services.
const referToRecords = `
  UPDATE orders SET discount_code_id = ($2::uuid[])[1 + n % cardinality($2::uuid[])], form_response_id = ($3::uuid[])[1 + n % cardinality($3::uuid[])]
  FROM (SELECT row_id AS id, row_number() OVER (ORDER BY row_id) AS n FROM orders WHERE workspace_id = $1) AS numbered WHERE row_id = id`;

/** Inserts discount codes, form responses, and orders that refer to both. */
export async function seedRecords(file: SystemFile, { codes, orders }: Sizes): Promise<Seeded> {
  const { workspaceId } = file;
  const codeIds = await connected(file, "discounts", async (run) => {
    await seedCodes(run, { workspaceId, count: codes });
    return idsOf(run, "discount_codes", workspaceId);
  });
  const responseIds = await connected(file, "forms", async (run) => {
    await seedResponses(run, { workspaceId, count: orders });
    return idsOf(run, "form_responses", workspaceId);
  });
  await connected(file, "orders", async (run) => {
    await seedOrders(run, { workspaceId, count: orders });
    await run("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
    await run(referToRecords, [workspaceId, codeIds, responseIds]);
  });
  return { codeIds, orderCursors: await readCursors(file) };
}

async function connected<Result>(file: SystemFile, service: string, effect: (run: Run) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: file.databaseUrls[service] ?? "" });
  await client.connect();
  try {
    const result = await effect((text, values) => client.query(text, values));
    // Prevents an automatic vacuum during a measurement.
    await client.query("VACUUM ANALYZE");
    return result;
  } finally {
    await client.end();
  }
}

async function idsOf(run: Run, table: string, workspaceId: string): Promise<string[]> {
  await run("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  const { rows } = await run(`SELECT row_id FROM ${table} ORDER BY row_id LIMIT 2000`);
  return rows.map((row) => row.row_id);
}

async function readCursors({ baseUrl, secretKey }: SystemFile): Promise<string[]> {
  const client = graphqlClient(baseUrl, secretKey);
  const query = "{ list_orders(first: 1000) { edges { cursor } } }";
  const { list_orders: page } = await client.data<{ list_orders: { edges: { cursor: string }[] } }>(query);
  return page.edges.filter((_, index) => index % 20 === 0).map(({ cursor }) => cursor);
}
