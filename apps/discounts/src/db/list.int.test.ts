import { randomUUID } from "node:crypto";
import type { Read } from "@offergraph/service/db/read";
import { type Statement, sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, type Replica, startFixture } from "../testing/fixture.js";
import { seedCodes } from "../testing/seed-codes.js";
import { readAggregates } from "./aggregates.js";
import { discountCodeColumns, readCodes } from "./discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "./list.js";

let fixture: Fixture;
let replica: Replica;
const large = "00000000-0000-7000-8000-000000000001";
const small = randomUUID();
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  replica = await fixture.startReplica();
  const seed = (id: string, count: number) => seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: id, count });
  // The large workspace has the lowest id and the last rows, so that an index scan in the order of ids seems expensive to the planner.
  for (let index = 0; index < 99; index += 1) await seed(randomUUID(), 60);
  await seed(small, 60);
  await seed(large, 20_000);
  await fixture.admin.query("VACUUM ANALYZE discount_codes");
});
afterAll(() => fixture?.stop());

type Plan = { "Actual Rows": number; "Shared Hit Blocks": number; "Shared Read Blocks": number };

/** Runs a statement of a workspace with EXPLAIN ANALYZE. Returns the number of result rows and of the blocks that PostgreSQL read. */
async function costOf(workspaceId: string, statementOf: (read: Read) => Promise<Statement>): Promise<{ rows: number; blocks: number }> {
  const [explained] = await replica.parts.database.transaction({ workspaceId }, async (tx) =>
    tx.sql<{ "QUERY PLAN": [{ Plan: Plan }] }>(sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${await statementOf(tx.sql)}`),
  );
  const plan = explained?.["QUERY PLAN"][0].Plan;
  if (!plan) throw new Error("PostgreSQL returned no plan.");
  return { rows: plan["Actual Rows"], blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"] };
}

/** Returns the last statement that `effect` runs. */
async function statementOf(read: Read, effect: (read: Read) => Promise<unknown>): Promise<Statement> {
  let seen: Statement | undefined;
  await effect((statement) => {
    seen = statement;
    return read(statement);
  });
  if (!seen) throw new Error("The function ran no statement.");
  return seen;
}

it.each([
  ["no filter", undefined],
  ["a filter by status", { status: { equalTo: "DRAFT" } }],
])("a page of a large workspace next to small ones is read from an index, with %s", async (_name, filter) => {
  const order = compileOrder(discountCodeOrder, ["CREATED_AT_DESC"]);
  const { rows, blocks } = await costOf(large, async (read) => {
    const where = await compileFilter(discountCodeFilter(read), filter, "filter");
    return pageStatement(
      { select: discountCodeColumns, from: discountCodesTable, where, order },
      { limit: 51, offset: 0, after: undefined },
    );
  });
  expect(rows).toBe(51);
  // Each row may be in a block of its own. Three more blocks belong to the index.
  expect(blocks).toBeLessThan(60);
});

it("codes of a large workspace next to small ones are read by their ids from the primary key", async () => {
  const { rows: codes } = await fixture.admin.query<{ id: string }>(
    "SELECT row_id AS id FROM discount_codes WHERE workspace_id = $1 LIMIT 20",
    [large],
  );
  const { rows, blocks } = await costOf(large, (read) =>
    statementOf(read, (spy) =>
      readCodes(
        spy,
        codes.map(({ id }) => id),
      ),
    ),
  );
  expect(rows).toBe(20);
  // A search reads three blocks of the index and one of the table.
  expect(blocks).toBeLessThanOrEqual(80);
});

it("aggregates of a small workspace do not read a large workspace's rows, even if the planner knows only that one", async () => {
  await fixture.admin.query("ALTER TABLE discount_codes ALTER workspace_id SET (n_distinct = 1); ANALYZE discount_codes");
  const { blocks } = await costOf(small, (read) => statementOf(read, (spy) => readAggregates(spy, sql`TRUE`)));
  expect(blocks).toBeLessThan(60);
});
