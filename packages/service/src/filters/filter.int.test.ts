import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { createPool } from "../db/pool.js";
import { sql } from "../db/statement.js";
import { type WorkspaceReader, workspaceReader } from "../db/workspace-reader.js";
import { compileFilter } from "./filter.js";
import { compileOrder, orderList } from "./order.js";
import { filters, operatorValues, orders } from "./testing/arbitraries.js";
import { type ThingsDatabase, thingsDatabase } from "./testing/database.js";
import { fillThings } from "./testing/fill.js";
import { columns, from, order, shape } from "./testing/fixtures.js";
import { plainFilter, plainOrder } from "./testing/reference-sql.js";

const runs = Number(process.env.FILTER_RUNS ?? 1000);
const workspaceId = newId();
let database: ThingsDatabase;
let reader: WorkspaceReader;
let close: () => Promise<void>;

beforeAll(async () => {
  database = await thingsDatabase(inject("adminUrl"));
  await fillThings(database.admin, workspaceId, 300);
  await fillThings(database.admin, newId(), 50, 2);
  const pool = createPool({
    connectionString: database.connectionString,
    max: 2,
    applicationName: "filters-test",
    log: createLogger("filters-test", "error"),
  });
  reader = workspaceReader(pool);
  close = () => pool.end();
});
afterAll(async () => {
  await close();
  await database.drop();
});

async function compiled(filter: object, orderBy: string[]): Promise<string[]> {
  const where = await compileFilter(shape, filter, "filter");
  const by = orderList(compileOrder(order, orderBy));
  const rows = await reader.read<{ id: string }>(workspaceId, sql`SELECT t.row_id AS id FROM ${from} WHERE ${where} ORDER BY ${by}`);
  return rows.map(({ id }) => id);
}

async function plain(filter: Record<string, unknown>, orderBy: string[]): Promise<string[]> {
  const text = `SELECT row_id AS id FROM things WHERE workspace_id = '${workspaceId}' AND ${plainFilter(filter)} ORDER BY ${plainOrder(orderBy)}`;
  const { rows } = await database.admin.query<{ id: string }>(text);
  return rows.map(({ id }) => id);
}

describe("a compiled filter and order", () => {
  it(`finds the same rows in the same order as plain SQL, for ${runs} random ones`, { timeout: 60_000 + runs * 60 }, async () => {
    let some = 0;
    await fc.assert(
      fc.asyncProperty(filters, orders, async (filter, orderBy) => {
        const expected = await plain(filter, orderBy);
        if (expected.length > 0 && expected.length < 300) some += 1;
        expect(await compiled(filter, orderBy)).toEqual(expected);
      }),
      { numRuns: runs },
    );
    // Filters that match all rows or no row detect few errors.
    expect(some).toBeGreaterThan(runs / 4);
  });

  it.each(Object.entries(columns))("supports every operator of %s, also negated", async (field, { kind }) => {
    for (const [operator, value] of Object.entries(operatorValues(kind))) {
      for (const sample of fc.sample(value, { numRuns: 10, seed: 1 })) {
        const filter = { [field]: { [operator]: sample } };
        expect(await compiled(filter, []), JSON.stringify(filter)).toEqual(await plain(filter, []));
        expect(await compiled({ not: filter }, []), JSON.stringify(filter)).toEqual(await plain({ not: filter }, []));
      }
    }
  });

  it("handles empty lists, empty filters and NOT like SQL", async () => {
    const everyId = await plain({}, []);
    const labelled = await plain({ label: { isNull: false } }, []);
    expect(await compiled({ label: { in: [] } }, [])).toEqual([]);
    expect(await compiled({ label: { notIn: [] } }, [])).toEqual(everyId);
    expect(await compiled({ not: { label: { in: [] } } }, [])).toEqual(everyId);
    for (const empty of [{}, { label: {} }, { and: [] }, { or: [] }, { and: [{}] }, { or: [{}] }, { label: { equalTo: undefined } }])
      expect(await compiled(empty, [])).toEqual(everyId);
    expect(await compiled({ not: {} }, [])).toEqual([]);
    expect(await compiled({ not: { partnerId: "nobody" } }, [])).toEqual(await plain({ partnerId: { isNull: false } }, []));
    expect(await compiled({ label: { includesInsensitive: "" } }, [])).toEqual(labelled);
  });

  it("never matches another workspace's rows", async () => {
    const other = await database.admin.query<{ id: string }>("SELECT row_id AS id FROM things WHERE workspace_id <> $1", [workspaceId]);
    expect(await compiled({ rowId: { in: other.rows.map(({ id }) => id) } }, [])).toEqual([]);
    expect(await compiled({ workspaceId: { notEqualTo: workspaceId } }, [])).toEqual([]);
  });
});
