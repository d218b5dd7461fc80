// Measures the database time of discount code queries. One workspace has 200,000 codes, and other workspaces have 200,000 codes in total.
// As in the service, the statements are prepared, and the service's role runs the statements under row-level security.
//   npx tsx --conditions=source bench/discounts-explain.ts [codes]      (TEST_DATABASE_URL selects a running server)
// Prints the planning and execution time of EXPLAIN (ANALYZE, BUFFERS) in milliseconds. Each time is the minimum of the last 4 of 9 runs.
// After several runs, PostgreSQL can use a generic plan for a prepared statement. Other processes on the machine have little effect on the
// minimum.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { migrate } from "@offergraph/service/db/migrate";
import { createPool, withSessionOptions } from "@offergraph/service/db/pool";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement, positionOf } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { readAggregates } from "../apps/discounts/src/db/aggregates.js";
import { discountCodeColumns } from "../apps/discounts/src/db/discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "../apps/discounts/src/db/list.js";
import { readTagFacets } from "../apps/discounts/src/db/tags.js";
import { seedCodes } from "../apps/discounts/src/testing/seed-codes.js";
import { isWithin, onServer } from "./src/explain.js";

const count = Number(process.argv[2] ?? 200_000);
const workspaceId = "01900000-0000-7000-8000-000000000001";
const migrations = join(fileURLToPath(new URL("..", import.meta.url)), "apps/discounts/prisma/migrations");

interface Case {
  name: string;
  /** Maximum time of the query in milliseconds. */
  limit: number;
  filter?: object;
  orderBy?: string[];
  /** Number of rows before the queried page (default 0). */
  deep?: number;
  offset?: number;
  what?: "page" | "total" | "aggregates" | "facets";
}

function cases(rowId: string): Case[] {
  const quick = ["CREATED_AT_DESC", "CREATED_AT_ASC", "CODE_ASC", "CODE_DESC", "STATUS_ASC", "STATUS_DESC"];
  const keys = Object.keys(discountCodeOrder.keys).filter((key) => !["CREATED_AT", "CODE", "STATUS"].includes(key));
  const slow = [...keys.flatMap((key) => [`${key}_ASC`, `${key}_DESC`])];
  const ordered = [...quick.map((order) => [order, 10] as const), ...slow.map((order) => [order, 150] as const)];
  const filters: Record<string, object> = {
    "aliasCount > 1": { aliasCount: { greaterThan: 1 } },
    "code equalTo": { code: { equalTo: "SEED-150000" } },
    "code includesInsensitive": { code: { includesInsensitive: "d-1500" } },
    "code includesInsensitive, none": { code: { includesInsensitive: "nothing has this" } },
    "code range": { code: { greaterThanOrEqualTo: "SEED-1", lessThan: "SEED-2" } },
    "createdAt range": { createdAt: { greaterThan: "2024-03-01T00:00:00Z", lessThan: "2024-03-02T00:00:00Z" } },
    "createdBy equalTo": { createdBy: { equalTo: "STOREPROVIDER" } },
    "displayName includesInsensitive": { displayName: { includesInsensitive: "SHOP 1008" } },
    "displayName isNull": { displayName: { isNull: true } },
    "endsAt range": { endsAt: { lessThan: "2024-01-05T00:00:00Z" } },
    "partnerId by handle": { partnerId: "@partner3_seed" },
    partnerByPartnerIdExists: { partnerByPartnerIdExists: false },
    "isPublic equalTo": { isPublic: { equalTo: true } },
    "startAt range": { startAt: { lessThan: "2024-01-05T00:00:00Z" } },
    "tag anyEqualTo": { tag: { anyEqualTo: "tag42" } },
    "valueKind equalTo": { valueKind: { equalTo: "amount" } },
    "campaignId isNull": { campaignId: { isNull: false } },
    "connectionId and syncStatus": { connectionId: { equalTo: rowId }, syncStatus: { equalTo: "FAILED" } },
    "rowId in": { rowId: { in: [rowId] } },
    "status in": { status: { in: ["DRAFT", "SCHEDULED"] } },
    "status notEqualTo": { status: { notEqualTo: "ACTIVE" } },
    "tier equalTo": { tier: { equalTo: "QUICK" } },
    "title equalTo": { title: { equalTo: "Offer 4711" } },
    "title includesInsensitive": { title: { includesInsensitive: "4711" } },
    "updatedAt range": { updatedAt: { greaterThan: "2024-09-01T00:00:00Z" } },
    "usageCount range": { usageCount: { greaterThan: 1011 } },
    "valueAmount equalTo": { valueAmount: { equalTo: "996" } },
    "valuePercent range": { valuePercent: { greaterThan: "99.9" } },
    "or, not": { or: [{ status: { equalTo: "DRAFT" } }, { not: { title: { includesInsensitive: "9" } } }], usageCount: { lessThan: 5 } },
  };
  return [
    ...ordered.flatMap(([order, limit]) => [
      { name: order, limit, orderBy: [order] },
      { name: `${order}, after ${count * 0.75}`, limit, orderBy: [order], deep: count * 0.75 },
    ]),
    ...["EXPIRED", "DRAFT", "SCHEDULED", "ACTIVE"].flatMap((status) => [
      { name: `status = ${status}, default order`, limit: 10, filter: { status: { equalTo: status } } },
      { name: `status = ${status}, default order, deep`, limit: 10, filter: { status: { equalTo: status } }, deep: count / 10 },
    ]),
    ...Object.entries(filters).map(([name, filter]) => ({ name, limit: 150, filter })),
    { name: "default order, offset 25000", limit: 150, offset: 25_000 },
    ...[{}, ...Object.values(filters).slice(2, 4)].map((filter) => ({
      name: `total of ${JSON.stringify(filter)}`,
      limit: 150,
      filter,
      what: "total" as const,
    })),
    ...[{}, { status: { equalTo: "ACTIVE" } }].map((filter) => ({
      name: `aggregates of ${JSON.stringify(filter)}`,
      limit: 150,
      filter,
      what: "aggregates" as const,
    })),
    { name: "tag facets", limit: 150, what: "facets" },
  ];
}

/** Returns the SQL statement of a benchmark case. The cursor of a deep page is the position of an existing row. */
async function statementOf(
  read: Read,
  { what = "page", filter, orderBy = ["CREATED_AT_DESC"], deep, offset = 0 }: Case,
): Promise<Statement> {
  let seen: Statement | undefined;
  const shown: Read = async (statement) => {
    seen = statement;
    return read(statement);
  };
  const where = await compileFilter(discountCodeFilter(read), filter, "filter");
  const order = compileOrder(discountCodeOrder, orderBy);
  const source = { select: discountCodeColumns, from: discountCodesTable, where, order };
  if (what === "aggregates") await readAggregates(shown, where);
  else if (what === "facets") await readTagFacets(shown, 200);
  else if (what === "total") seen = sql`SELECT count(*)::integer AS total FROM ${discountCodesTable} WHERE ${where}`;
  else {
    const [row] = deep ? await read<object>(pageStatement(source, { limit: 1, offset: deep, after: undefined })) : [];
    seen = pageStatement(source, { limit: 51, offset, after: row && positionOf(order, row) });
  }
  return seen as Statement;
}

async function measure(connectionString: string): Promise<number> {
  const log = createLogger("bench", "error");
  await migrate({ connectionString, migrationsDirectory: migrations, log });
  const pool = createPool({ connectionString, max: 2, applicationName: "bench", log, statementTimeout: 600_000 });
  const client = new pg.Client(withSessionOptions(connectionString));
  await client.connect();
  try {
    const query = (text: string, values?: unknown[]) => client.query(text, values);
    await seedCodes(query, { workspaceId, count });
    for (let other = 2; other < 12; other += 1)
      await seedCodes(query, { workspaceId: workspaceId.replace(/1$/, other.toString(16)), count: count / 10 });
    await client.query("VACUUM ANALYZE");
    const reader = workspaceReader(pool);
    const read: Read = (statement) => reader.read(workspaceId, statement);
    const [first] = await read<{ id: string }>(sql`SELECT d.row_id AS id FROM discount_codes d LIMIT 1`);
    let over = 0;
    for (const one of cases(first?.id ?? "")) {
      const statement = await statementOf(read, one);
      if (!(await isWithin(client, workspaceId, { name: one.name, limit: one.limit, statement }))) over += 1;
    }
    return over;
  } finally {
    await client.end();
    await pool.end();
  }
}

const over = await onServer("bench_discounts", measure);
console.log(over === 0 ? "All within their limits." : `${over} over their limit.`);
if (over > 0) process.exitCode = 1;
