import { join } from "node:path";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import pg from "pg";
import { discountCodeColumns, readShownCodes } from "../../apps/discounts/src/db/discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "../../apps/discounts/src/db/list.js";
import { readNameOwners } from "../../apps/discounts/src/db/names.js";
import { readCodeNameHistory, readSourceHistory } from "../../apps/orders/src/db/attribution.js";
import { readKnownCodes } from "../../apps/orders/src/db/known-codes.js";
import type { Db } from "../../apps/orders/src/tx.js";
import { onDatabases } from "./databases.js";
import { type KnownCode, seedAttribution, seedDiscounts } from "./seed.js";
import { rounded } from "./statistics.js";
import { connected } from "./without-indexes.js";

/**
 * Cost of a statement: shortest planning and execution time, and number of 8 kB pages. Only the last runs count, because they can use a
 * generic plan.
 */
export interface StatementCost {
  statement: string;
  codes: number;
  ms: number;
  pages: number;
}

const runs = 15;

/**
 * Measures the statements of common operations, with as many orders as codes. Starts only PostgreSQL. Reuses the rows that an earlier run
 * stored in the folder `data`.
 */
export async function measureStatements(sizes: readonly number[], maxOrders: number, data?: string): Promise<StatementCost[]> {
  const results: StatementCost[] = [];
  for (const codes of sizes) {
    const costs = await onDatabases(data && join(data, String(codes), "postgres"), async ({ discounts, orders, workspaceId }) => {
      const known = await connected(discounts, (client) => seedDiscounts(client, workspaceId, { codes, orders: 0, smallWorkspaces: 100 }));
      await connected(orders, (client) => seedAttribution(client, workspaceId, Math.min(codes, maxOrders), known));
      return [
        ...(await connected(discounts, async (client) => costsOf(client, workspaceId, await discountStatements(known)))),
        ...(await connected(orders, async (client) => costsOf(client, workspaceId, await orderStatements(known)))),
      ];
    });
    for (const { statement, ms, pages } of costs) console.log(`${codes} codes, ${statement}: ${ms} ms, ${pages} pages`);
    results.push(...costs.map((cost) => ({ codes, ...cost })));
  }
  return results;
}

type Named = [name: string, statement: Statement];

/** Returns the last statement that `effect` passes to `read`. */
async function shown(effect: (read: Read) => Promise<unknown>): Promise<Statement> {
  let seen: Statement | undefined;
  await effect(async (statement) => {
    seen = statement;
    return [];
  });
  if (!seen) throw new Error("The function ran no statement.");
  return seen;
}

async function discountStatements(known: readonly KnownCode[]): Promise<Named[]> {
  const { id, name } = middleOf(known);
  const page = (filter?: object, orderBy: string[] = ["CREATED_AT_DESC"]) =>
    shown(async (read) => {
      const where = await compileFilter(discountCodeFilter(read), filter, "filter");
      const source = { select: discountCodeColumns, from: discountCodesTable, where, order: compileOrder(discountCodeOrder, orderBy) };
      await read(pageStatement(source, { limit: 51, offset: 0, after: undefined }));
    });
  return [
    ["get", await shown((read) => readShownCodes(read, [id]))],
    ["list of 50, newest first", await page()],
    ["list of 50, by code", await page({ code: { greaterThanOrEqualTo: name } }, ["CODE_ASC"])],
    ["list of 50, filter by status", await page({ status: { equalTo: "DRAFT" } })],
    ["create: find the owner of a name", await shown((read) => readNameOwners(read, [`new ${name}`]))],
  ];
}

async function orderStatements(known: readonly KnownCode[]): Promise<Named[]> {
  const { id, name } = middleOf(known);
  const txOf = (read: Read) => ({ sql: read }) as unknown as Db;
  return [
    ["attribution: codes of a name", await shown((read) => readCodeNameHistory(txOf(read), [name.toLowerCase()]))],
    ["attribution: partner of a code", await shown((read) => readSourceHistory(txOf(read), [id]))],
    ["attribution: known codes", await shown((read) => readKnownCodes(txOf(read), [id]))],
    ["ingest: order of a reference", sql`SELECT o.row_id FROM orders o WHERE o.external_ref = ANY(${["order4711"]}::text[])`],
  ];
}

function middleOf(known: readonly KnownCode[]): KnownCode {
  const code = known[Math.floor(known.length / 2)];
  if (!code) throw new Error("There are no seeded codes.");
  return code;
}

interface Explained {
  Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number };
  "Planning Time": number;
  "Execution Time": number;
}

async function costsOf(client: pg.Client, workspaceId: string, statements: readonly Named[]): Promise<Omit<StatementCost, "codes">[]> {
  const costs: Omit<StatementCost, "codes">[] = [];
  await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
  for (const [name, { text, values }] of statements) {
    const literals = values.map((value) =>
      pg.escapeLiteral(Array.isArray(value) ? `{${value.map((one) => JSON.stringify(one)).join(",")}}` : String(value)),
    );
    await client.query(`PREPARE measured AS ${text}`);
    const explained: Explained[] = [];
    for (let run = 0; run < runs; run += 1) {
      const words = literals.length > 0 ? `(${literals.join(", ")})` : "";
      const { rows } = await client.query(`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) EXECUTE measured${words}`);
      explained.push(rows[0]["QUERY PLAN"][0]);
    }
    await client.query("DEALLOCATE measured");
    const last = explained.at(-1)?.Plan;
    costs.push({
      statement: name,
      ms: rounded(Math.min(...explained.slice(-8).map((one) => one["Planning Time"] + one["Execution Time"]))),
      pages: (last?.["Shared Hit Blocks"] ?? Number.NaN) + (last?.["Shared Read Blocks"] ?? Number.NaN),
    });
  }
  return costs;
}
