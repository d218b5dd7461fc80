import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withSessionOptions } from "../db/pool.js";
import { type Statement, sql } from "../db/statement.js";
import { compileFilter } from "./filter.js";
import { type KeyValue, type Position, pageStatement } from "./keyset.js";
import { compileOrder } from "./order.js";
import { type ThingsDatabase, thingsDatabase } from "./testing/database.js";
import { from, order, shape } from "./testing/fixtures.js";

interface Plan {
  "Shared Hit Blocks": number;
  "Shared Read Blocks": number;
  "Actual Rows": number;
}

const rows = 200_000;
const workspaceId = newId();
let database: ThingsDatabase;
let client: pg.Client;
let prepared = 0;

beforeAll(async () => {
  database = await thingsDatabase(inject("adminUrl"));
  // Rows of two workspaces alternate. In each workspace, the mood is one of four values or null, and 80 rows share each created_at.
  await database.admin.query(
    `INSERT INTO things (row_id, workspace_id, slug, created_at, rank, mood, partner_id)
     SELECT gen_random_uuid(), (array[$1, $2])[1 + i % 2]::uuid, 's' || i, '2026-01-01'::timestamptz + (i::bigint * 7919 % 5000) * interval '1 ms',
            0, nullif(i / 2 % 5, 4), ('00000000-0000-4000-8000-' || lpad((i / 2 % 1000)::text, 12, '0'))::uuid
     FROM generate_series(1, $3::int) i`,
    [workspaceId, newId(), 2 * rows],
  );
  await database.admin.query("CREATE INDEX ON things (workspace_id, partner_id); ANALYZE things");
  client = new pg.Client(withSessionOptions(database.connectionString));
  // Reads timestamps as text, because cursors contain text.
  client.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => text);
  await client.connect();
  await client.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/**
 * Runs a prepared statement with a custom or generic plan. Returns the number of result rows and the number of blocks that PostgreSQL read.
 */
async function blocksOf(
  statement: Statement,
  mode: "force_custom_plan" | "force_generic_plan",
): Promise<{ blocks: number; found: number }> {
  await client.query(`SET plan_cache_mode = ${mode}`);
  prepared += 1;
  await client.query(`PREPARE page_${prepared} AS ${statement.text}`);
  const values = statement.values.map((value) => pg.escapeLiteral(Array.isArray(value) ? `{${value.join()}}` : String(value))).join(", ");
  const execute = `EXECUTE page_${prepared}${values && `(${values})`}`;
  const { rows: plans } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${execute}`);
  const plan = plans[0]?.["QUERY PLAN"][0].Plan as Plan;
  return { blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], found: plan["Actual Rows"] };
}

async function positionAt(orderBy: string[], depth: number): Promise<Position | undefined> {
  if (depth === 0) return undefined;
  const by = compileOrder(order, orderBy);
  const statement = pageStatement({ select: sql`1`, from, where: sql`TRUE`, order: by }, { limit: 1, offset: depth - 1, after: undefined });
  const result = await client.query<Record<string, KeyValue>>(statement.text);
  return by.keys.map((_, index) => result.rows[0]?.[`order_key_${index}`] ?? null);
}

describe(`a page of 50 among ${rows} rows, under row-level security`, () => {
  const orders = ["CREATED_AT_DESC", "CREATED_AT_ASC", "MOOD_ASC", "MOOD_DESC", "PRIMARY_KEY_ASC", "PRIMARY_KEY_DESC"];
  const depths = [0, 100, 30_000, 120_000, 199_900];

  it.each(orders)("by %s seeks in the index at any depth, with custom and generic plans", async (orderBy) => {
    for (const depth of depths) {
      const after = await positionAt([orderBy], depth);
      const source = { select: sql`t.row_id AS id, t.slug`, from, where: sql`TRUE`, order: compileOrder(order, [orderBy]) };
      const statement = pageStatement(source, { limit: 51, offset: 0, after });
      for (const mode of ["force_custom_plan", "force_generic_plan"] as const) {
        const { blocks, found } = await blocksOf(statement, mode);
        expect(found, `${depth}`).toBe(51);
        // The limit allows one block for each row, and the blocks of three index searches.
        expect(blocks, `${depth}, ${mode}`).toBeLessThan(120);
      }
    }
  });

  it("stays in the index with a filter on a uuid or an enum: their operators are leakproof", async () => {
    const partner = "00000000-0000-4000-8000-000000000007";
    for (const [filter, orderBy] of [
      [{ partnerId: partner }, "LABEL_ASC"],
      [{ partnerId: { in: [partner] } }, "LABEL_ASC"],
      [{ mood: { equalTo: "CALM" } }, "MOOD_ASC"],
    ] as const) {
      const where = await compileFilter(shape, filter, "filter");
      const source = { select: sql`t.row_id AS id`, from, where, order: compileOrder(order, [orderBy]) };
      const { blocks, found } = await blocksOf(pageStatement(source, { limit: 51, offset: 0, after: undefined }), "force_custom_plan");
      expect(found).toBe(51);
      // A partner's 200 rows can be in 200 different blocks.
      expect(blocks).toBeLessThan(300);
    }
  });
});
