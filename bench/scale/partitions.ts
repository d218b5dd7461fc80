import { join } from "node:path";
import { migrate } from "@offergraph/service/db/migrate";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { orderFilter, orderOrder, ordersTable } from "../../apps/orders/src/db/order-list.js";
import { orderColumns } from "../../apps/orders/src/db/rows.js";
import { seedOrders } from "../../apps/orders/src/testing/seed-orders.js";
import { repository } from "../../e2e/src/start-system.js";
import { onServer } from "../src/explain.js";
import { partitionOrders } from "./partitioned-table.js";
import { median, rounded } from "./statistics.js";

/** Duration of a statement in milliseconds, on `orders` and on a partitioned copy. */
export interface Partitions {
  statement: string;
  oneTable: number;
  partitions: number;
}

const workspaceId = "01900000-0000-7000-8000-000000000001";
const days = 1_095;

/** Compares the table of orders with a table that is partitioned by the month of `placed_at`. The orders are spread over three years. */
export async function measurePartitions(count: number, runs: number): Promise<Partitions[]> {
  return await onServer("bench_partitions", async (connectionString) => {
    const migrationsDirectory = join(repository, "apps/orders/prisma/migrations");
    await migrate({ connectionString, migrationsDirectory, log: createLogger("bench", "error") });
    const client = new pg.Client({ connectionString, options: "-c jit=off" });
    await client.connect();
    try {
      const query = (text: string, values?: unknown[]) => client.query(text, values);
      const seeded = await seedOrders(query, { workspaceId, count, from: "2023-06-01T00:00:00.000Z", days });
      await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
      await partitionOrders(client);
      await query("VACUUM ANALYZE");
      const { rows } = await query(`SELECT row_id FROM orders ORDER BY external_ref LIMIT 1 OFFSET ${Math.floor(count / 2)}`);
      const results: Partitions[] = [];
      for (const [name, statement] of await statements(rows[0].row_id, seeded.discountCodeIds[0] ?? "", seeded.connectionIds[0] ?? ""))
        results.push(await compare(client, runs, name, statement));
      return [...results, ...(await compareDeletion(client))];
    } finally {
      await client.end();
    }
  });
}

async function statements(rowId: string, discountCodeId: string, connectionId: string): Promise<[string, Statement][]> {
  const read: Read = async () => [];
  const page = async (filter?: object, orderBy: string[] = []) =>
    pageStatement(
      {
        select: orderColumns,
        from: ordersTable,
        where: await compileFilter(orderFilter(read), filter, "filter"),
        order: compileOrder(orderOrder, orderBy),
      },
      { limit: 51, offset: 0, after: undefined },
    );
  const month = { placedAt: { greaterThanOrEqualTo: "2025-09-01T00:00:00Z", lessThan: "2025-10-01T00:00:00Z" } };
  return [
    ["get by id", sql`SELECT ${orderColumns} FROM ${ordersTable} WHERE o.row_id = ${rowId}::uuid`],
    [
      "find by the store's reference (ingest)",
      sql`SELECT o.row_id FROM ${ordersTable} WHERE o.connection_id = ${connectionId}::uuid AND o.external_ref = ANY(${["order300", "order600"]}::text[])`,
    ],
    ["list of 50, newest first", await page()],
    ["list of 50, by placedAt", await page(undefined, ["PLACED_AT_DESC"])],
    ["list of 50, filter by status", await page({ financialStatus: { equalTo: "REFUNDED" } })],
    ["list of 50, a month by placedAt", await page(month)],
    ["a code's orders (attribution)", await page({ discountCodeId: { equalTo: discountCodeId } })],
    ["total of a month", sql`SELECT count(*) FROM ${ordersTable} WHERE ${await compileFilter(orderFilter(read), month, "filter")}`],
  ];
}

/** Measures planning and execution of a statement on each table in turn. */
async function compare(client: pg.Client, runs: number, name: string, { text, values }: Statement): Promise<Partitions> {
  const partitioned = text.replaceAll(/\borders o\b/g, "orders_by_month o");
  if (partitioned === text) throw new Error(`The statement "${name}" does not read the table "orders o": ${text}`);
  const times: Record<"oneTable" | "partitions", number[]> = { oneTable: [], partitions: [] };
  for (let run = 0; run <= runs; run += 1)
    for (const [key, one] of [
      ["oneTable", text],
      ["partitions", partitioned],
    ] as const) {
      const started = performance.now();
      await client.query({ name: `${key} ${name}`, text: one, values: [...values] });
      if (run > 0) times[key].push(performance.now() - started);
    }
  return { statement: name, oneTable: rounded(median(times.oneTable)), partitions: rounded(median(times.partitions)) };
}

/** Deletes the rows of the oldest month from `orders`, and drops its partition in the copy. */
async function compareDeletion(client: pg.Client): Promise<Partitions[]> {
  const timed = async (text: string) => {
    const started = performance.now();
    await client.query(text);
    return rounded(performance.now() - started);
  };
  return [
    {
      statement: "delete the oldest month",
      oneTable: await timed("DELETE FROM orders WHERE placed_at < '2023-07-01T00:00:00Z'"),
      partitions: await timed("DROP TABLE orders_2023_06"),
    },
    {
      statement: "vacuum after the deletion",
      oneTable: await timed("VACUUM orders"),
      partitions: 0,
    },
  ];
}
