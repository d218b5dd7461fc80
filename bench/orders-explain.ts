// Measures the database time of order queries. One workspace has 1,000,000 orders, and other workspaces have another 200,000 orders. As in
// the service, the statements are prepared, and the service's role runs the statements under row-level security.
//   npx tsx --conditions=source bench/orders-explain.ts [orders] [prefix of case names]
//   (TEST_DATABASE_URL selects a running server)
// Prints the planning and execution time of EXPLAIN (ANALYZE, BUFFERS) in milliseconds. Each time is the minimum of the last 4 of 9 runs.
import { createSecretKey } from "node:crypto";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "@offergraph/service/db/migrate";
import { createPool, withSessionOptions } from "@offergraph/service/db/pool";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement, positionOf } from "@offergraph/service/filters/keyset";
import type { ListContext } from "@offergraph/service/filters/list";
import { compileOrder } from "@offergraph/service/filters/order";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { orderFilter, orderOrder, ordersTable } from "../apps/orders/src/db/order-list.js";
import { readDayOrders, reportedFilter } from "../apps/orders/src/db/order-series.js";
import { readOrderSums } from "../apps/orders/src/db/order-sums.js";
import { orderColumns } from "../apps/orders/src/db/rows.js";
import { financialStatuses, fulfillmentStatuses, orderStatuses } from "../apps/orders/src/domain/ordinals.js";
import { type Query, type Seeded, seedOrders } from "../apps/orders/src/testing/seed-orders.js";
import { isWithin, type Measured, onServer, vacuum } from "./src/explain.js";

const count = Number(process.argv[2] ?? 1_000_000);
const beginning = process.argv[3] ?? "";
const workspaceId = "01900000-0000-7000-8000-000000000001";
const migrations = join(fileURLToPath(new URL("..", import.meta.url)), "apps/orders/prisma/migrations");

/**
 * Time limits in milliseconds. `quick` applies to pages with a common sort order or status filter. `sums` applies to monthly sums. `slow`
 * applies to all other queries.
 */
const [quick, slow, sums] = [10, 300, 1_000];

interface Case {
  name: string;
  limit: number;
  filter?: object;
  orderBy?: string;
  /** Number of rows before the queried page, as a fraction of all rows. */
  depth?: number;
}

const depths = [0, 0.5, 0.95];

function orderCases(): Case[] {
  const isQuick = (key: string) => key === "CREATED_AT" || key === "PLACED_AT" || key === "ROW_ID";
  return Object.keys(orderOrder.keys).flatMap((key) =>
    ["ASC", "DESC"].flatMap((direction) =>
      depths.map((depth) => ({
        name: `${key}_${direction}, from ${depth}`,
        limit: isQuick(key) ? quick : slow,
        orderBy: `${key}_${direction}`,
        depth,
      })),
    ),
  );
}

function statusCases(): Case[] {
  const statuses = { orderStatus: orderStatuses, financialStatus: financialStatuses, fulfillmentStatus: fulfillmentStatuses };
  return Object.entries(statuses).flatMap(([field, values]) =>
    values.flatMap((value) =>
      depths.map((depth) => ({ name: `${field} = ${value}, from ${depth}`, limit: quick, filter: { [field]: { equalTo: value } }, depth })),
    ),
  );
}

function filterCases({ connectionIds, discountCodeIds, responseIds }: Seeded, rowId: string): Case[] {
  const filters: Record<string, object> = {
    "orderStatus in": { orderStatus: { in: ["FRAUD", "CANCELLED"] } },
    "financialStatus notEqualTo": { financialStatus: { notEqualTo: "PAID" } },
    "fulfillmentStatus greaterThan": { fulfillmentStatus: { greaterThan: "RESTOCKED" } },
    "rowId in": { rowId: { in: [rowId] } },
    "connectionId equalTo": { connectionId: { equalTo: connectionIds[1] } },
    "connectionId, none": { connectionId: { equalTo: rowId } },
    "currencyId equalTo": { currencyId: { equalTo: "jpy" } },
    "currencyId, none": { currencyId: { equalTo: "chf" } },
    "customerId, none": { customerId: { equalTo: rowId } },
    "customerRef equalTo": { customerRef: { equalTo: "customer77@example.com" } },
    "customerRef, none": { customerRef: { equalTo: "nobody" } },
    "customerRef includesInsensitive": { customerRef: { includesInsensitive: "R7700@" } },
    "customerRef includesInsensitive, none": { customerRef: { includesInsensitive: "nobody has this" } },
    "externalRef equalTo": { externalRef: { equalTo: `order${count / 2}` } },
    "externalRef, none": { externalRef: { equalTo: "none" } },
    "externalRef includesInsensitive, none": { externalRef: { includesInsensitive: "nothing has this" } },
    "discountCodeId equalTo": { discountCodeId: { equalTo: discountCodeIds[1] } },
    "discountCodeId by alias": { discountCodeId: "ALIAS3" },
    "discountCodeId, none": { discountCodeId: { equalTo: rowId } },
    "formResponseId equalTo": { formResponseId: { equalTo: responseIds[1] } },
    "formResponseId, none": { formResponseId: { equalTo: rowId } },
    "partnerId by handle": { partnerId: "@partner3" },
    "partnerId, none": { partnerId: { equalTo: rowId } },
    "integrationSlug, none": { integrationSlug: { equalTo: "none" } },
    "bestTier, none": { bestTier: { equalTo: "none" } },
    "attributedRevenue range": { attributedRevenue: { greaterThan: "1999.9", lessThan: "2000" } },
    "attributedRevenue, none": { attributedRevenue: { greaterThan: "99999" } },
    "attributionScoredAt, none": { attributionScoredAt: { greaterThan: "2030-01-01T00:00:00Z" } },
    "createdAt range": { createdAt: { greaterThan: "2025-09-01T00:00:00Z", lessThan: "2025-09-02T00:00:00Z" } },
    "paidAt range": { paidAt: { greaterThan: "2025-09-01T00:00:00Z", lessThan: "2025-09-02T00:00:00Z" } },
    "paidAt, none": { paidAt: { greaterThan: "2030-01-01T00:00:00Z" } },
    "placedAt range": { placedAt: { greaterThan: "2025-09-01T00:00:00Z", lessThan: "2025-09-02T00:00:00Z" } },
    "placedAt, none": { placedAt: { greaterThan: "2030-01-01T00:00:00Z" } },
    "placedDay equalTo": { placedDay: { equalTo: "2025-09-01" } },
    "placedDay, none": { placedDay: { equalTo: "2030-01-01" } },
    "isReal false": { isReal: { equalTo: false } },
    "originRefs anyEqualTo": { originRefs: { anyEqualTo: "mail" } },
    "originRefs anyEqualTo, none": { originRefs: { anyEqualTo: "nowhere" } },
    "originRefs equalTo, none": { originRefs: { equalTo: ["nowhere"] } },
    ...Object.fromEntries(
      Object.keys(orderFilter(async () => []))
        .filter((field) => field.endsWith("Exists"))
        .flatMap((flag) => [true, false].map((value) => [`${flag} ${value}`, { [flag]: value }])),
    ),
  };
  return Object.entries(filters).map(([name, filter]) => ({ name, limit: slow, filter }));
}

/** Returns the SQL statement of a benchmark case. The cursor of a deep page is the position of an existing row. */
async function pageOf(read: Read, { name, limit, filter, orderBy = "CREATED_AT_DESC", depth = 0 }: Case): Promise<Measured> {
  const where = await compileFilter(orderFilter(read), filter, "filter");
  const order = compileOrder(orderOrder, [orderBy]);
  const source = { select: orderColumns, from: ordersTable, where, order };
  const [{ total } = { total: 0 }] =
    depth > 0 ? await read<{ total: number }>(sql`SELECT count(*)::integer AS total FROM ${ordersTable} WHERE ${where}`) : [];
  const offset = Math.floor(total * depth);
  const [row] = offset > 0 ? await read<object>(pageStatement({ ...source, select: sql`1` }, { limit: 1, offset, after: undefined })) : [];
  return { name, limit, statement: pageStatement(source, { limit: 51, offset: 0, after: row && positionOf(order, row) }) };
}

/** Calls `effect` with a fake `read` function, and returns the last SQL statement that `effect` passes to `read`. */
async function shown(effect: (read: Read) => Promise<unknown>): Promise<Statement> {
  let seen: Statement | undefined;
  await effect(async (statement) => {
    seen = statement;
    return [];
  });
  return seen as Statement;
}

async function further({ discountCodeIds }: Seeded): Promise<Measured[]> {
  const ofCode = sql`o.discount_code_id = ${discountCodeIds[0]}::uuid`;
  const total = (where: Statement) => sql`SELECT count(*)::integer AS total FROM ${ordersTable} WHERE ${where}`;
  const converted = await compileFilter(reportedFilter("usd"), { converted: { equalTo: true } }, "reportedFilter");
  const days = { discountCodeId: discountCodeIds[0] ?? "", conditions: [], onlyUses: false, reportingCurrency: "usd" };
  const page = { select: orderColumns, from: ordersTable, where: ofCode, order: compileOrder(orderOrder, []) };
  return [
    { name: "total of all", limit: slow, statement: total(sql`TRUE`) },
    { name: "total of a status", limit: slow, statement: total(sql`o.order_status = 4::smallint`) },
    { name: "a code's orders", limit: quick, statement: pageStatement(page, { limit: 21, offset: 0, after: undefined }) },
    { name: "a code's orders, offset 25000", limit: slow, statement: pageStatement(page, { limit: 21, offset: 25_000, after: undefined }) },
    { name: "a code's total", limit: slow, statement: total(ofCode) },
    { name: "a code's series", limit: slow, statement: await shown((read) => readDayOrders(read, days)) },
    {
      name: "a code's series of what is converted",
      limit: slow,
      statement: await shown((read) => readDayOrders(read, { ...days, conditions: [converted] })),
    },
    ...(await sumCases()),
  ];
}

/** Returns queries that sum the orders of one month (about 8 % of all orders). */
async function sumCases(): Promise<Measured[]> {
  const month = { placedDay: { greaterThanOrEqualTo: "2025-09-01", lessThan: "2025-10-01" } };
  const condition = await compileFilter(
    orderFilter(async () => []),
    month,
    "filter",
  );
  const page = { first: 50, orderBy: ["ATTRIBUTED_REVENUE_DESC"] };
  const groups = ["NONE", "DISCOUNT_CODE", "PARTNER", "CAMPAIGN", "CHANNEL"] as const;
  const statementOf = (groupBy: (typeof groups)[number]) =>
    shown((read) => {
      const context = { principal: { workspaceId }, cursorKey: createSecretKey(Buffer.alloc(32)), read } as unknown as ListContext;
      return readOrderSums(context, page, "sums", { groupBy, condition, onlyUses: true, reportingCurrency: "usd" });
    });
  return Promise.all(
    groups.map(async (groupBy) => ({ name: `a month's sums by ${groupBy}`, limit: sums, statement: await statementOf(groupBy) })),
  );
}

/** Adds campaigns, minted codes of the orders, and channels of the responses. */
async function seedGroups(query: Query): Promise<void> {
  const ofCode = "FROM orders o WHERE o.workspace_id = $1::uuid AND o.discount_code_id IS NOT NULL";
  await query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  for (const statement of [
    `INSERT INTO campaign_codes SELECT $1::uuid, c.id, o.discount_code_id FROM (SELECT uuidv7() AS id FROM generate_series(1, 2)) c
     CROSS JOIN (SELECT DISTINCT o.discount_code_id ${ofCode}) o`,
    `INSERT INTO order_code_names SELECT $1::uuid, o.external_ref, o.row_id ${ofCode}`,
    `INSERT INTO minted_code_names SELECT $1::uuid, o.external_ref, o.discount_code_id, o.row_id ${ofCode}`,
    `INSERT INTO granted_codes SELECT $1::uuid, o.row_id, r.row_id, o.discount_code_id, o.external_ref, o.customer_id, o.placed_at
     FROM orders o CROSS JOIN (SELECT row_id FROM form_response_references WHERE workspace_id = $1::uuid ORDER BY 1 LIMIT 1) r
     WHERE o.workspace_id = $1::uuid AND o.discount_code_id IS NOT NULL`,
    "UPDATE form_response_references SET channel_id = row_id WHERE workspace_id = $1::uuid",
  ])
    await query(statement, [workspaceId]);
}

async function measure(connectionString: string): Promise<number> {
  const log = createLogger("bench", "error");
  await migrate({ connectionString, migrationsDirectory: migrations, log });
  const pool = createPool({ connectionString, max: 2, applicationName: "bench", log, statementTimeout: 600_000 });
  const client = new pg.Client(withSessionOptions(connectionString));
  await client.connect();
  try {
    const query = (text: string, values?: unknown[]) => client.query(text, values);
    const year = { from: "2025-06-01T00:00:00.000Z", days: 365 };
    const seeded = await seedOrders(query, { workspaceId, count, ...year });
    for (let other = 2; other < 12; other += 1)
      await seedOrders(query, { workspaceId: workspaceId.replace(/1$/, other.toString(16)), count: count / 50, ...year });
    await seedGroups(query);
    await vacuum(client, "orders");
    const reader = workspaceReader(pool, 600_000);
    const read: Read = (statement) => reader.read(workspaceId, statement);
    const [first] = await read<{ id: string }>(sql`SELECT o.row_id AS id FROM orders o LIMIT 1`);
    const isWanted = ({ name }: { name: string }) => name.startsWith(beginning);
    const cases = [...orderCases(), ...statusCases(), ...filterCases(seeded, first?.id ?? "")].filter(isWanted);
    let over = 0;
    for (const one of cases) if (!(await isWithin(client, workspaceId, await pageOf(read, one)))) over += 1;
    for (const one of (await further(seeded)).filter(isWanted)) if (!(await isWithin(client, workspaceId, one))) over += 1;
    return over;
  } finally {
    await client.end();
    await pool.end();
  }
}

const over = await onServer("bench_orders", measure);
console.log(over === 0 ? "All within their limits." : `${over} over their limit.`);
if (over > 0) process.exitCode = 1;
