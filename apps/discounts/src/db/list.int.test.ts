import { randomUUID } from "node:crypto";
import { sql } from "@offergraph/service/db/statement";
import { compileFilter } from "@offergraph/service/filters/filter";
import { pageStatement } from "@offergraph/service/filters/keyset";
import { compileOrder } from "@offergraph/service/filters/order";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, type Replica, startFixture } from "../testing/fixture.js";
import { seedCodes } from "../testing/seed-codes.js";
import { discountCodeColumns } from "./discount-codes.js";
import { discountCodeFilter, discountCodeOrder, discountCodesTable } from "./list.js";

let fixture: Fixture;
let replica: Replica;
const workspaceId = "00000000-0000-7000-8000-000000000001";
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  replica = await fixture.startReplica();
  const seed = (id: string, count: number) => seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: id, count });
  // The large workspace has the lowest id and the last rows, so that an index scan in the order of ids seems expensive to the planner.
  for (let index = 0; index < 100; index += 1) await seed(randomUUID(), 60);
  await seed(workspaceId, 20_000);
  await fixture.admin.query("VACUUM ANALYZE discount_codes");
});
afterAll(() => fixture?.stop());

interface Explained {
  "QUERY PLAN": [{ Plan: { "Actual Rows": number; "Shared Hit Blocks": number; "Shared Read Blocks": number } }];
}

it.each([
  ["no filter", undefined],
  ["a filter by status", { status: { equalTo: "DRAFT" } }],
])("reads a page of a large workspace next to small ones from an index, with %s", async (_name, filter) => {
  const order = compileOrder(discountCodeOrder, ["CREATED_AT_DESC"]);
  const [explained] = await replica.parts.database.transaction({ workspaceId }, async (tx) => {
    const where = await compileFilter(discountCodeFilter(tx.sql), filter, "filter");
    const source = { select: discountCodeColumns, from: discountCodesTable, where, order };
    const page = pageStatement(source, { limit: 51, offset: 0, after: undefined });
    return tx.sql<Explained>(sql`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${page}`);
  });
  const plan = explained?.["QUERY PLAN"][0].Plan;
  expect(plan?.["Actual Rows"]).toBe(51);
  // Each row may be in a block of its own. Three more blocks belong to the index.
  expect((plan?.["Shared Hit Blocks"] ?? 0) + (plan?.["Shared Read Blocks"] ?? 0)).toBeLessThan(60);
});
