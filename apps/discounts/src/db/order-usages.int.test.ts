import { randomUUID } from "node:crypto";
import { withSessionOptions } from "@offergraph/service/db/pool";
import type { Statement } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsRead } from "@offergraph/testkit/rows-read";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { seedCodes } from "../testing/seed-codes.js";
import type { Db } from "../tx.js";
import { writeAvailability } from "./availability.js";
import { applyScheduledStatuses } from "./change-codes.js";
import { countUsages } from "./order-usages.js";

let fixture: Fixture;
let service: pg.Client;
let ids: string[];
const workspaceId = newId();
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
  const seed = (id: string, count: number) => seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: id, count });
  for (let index = 0; index < 100; index += 1) await seed(randomUUID(), 10);
  await seed(workspaceId, 5_000);
  await fixture.admin.query("ANALYZE");
  const { rows } = await fixture.admin.query<{ id: string }>("SELECT row_id AS id FROM discount_codes WHERE workspace_id = $1 LIMIT 50", [
    workspaceId,
  ]);
  ids = rows.map(({ id }) => id);
  service = new pg.Client(withSessionOptions(fixture.connectionString));
  await service.connect();
  await service.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
});
afterAll(async () => {
  await service?.end();
  await fixture?.stop();
});

const usage = { customerId: null, updatedAt: "2026-06-01T00:00:00Z", emittedAt: new Date("2026-06-01"), nameKeys: [] };
const flags = { isExhausted: false, isPoolEmpty: false, isPoolLow: false, freeAliasCount: 0 };
it.each<[string, (tx: Db) => Promise<unknown>]>([
  [
    "usages are counted",
    (tx) =>
      countUsages(
        tx,
        ids.map((discountCodeId) => ({ ...usage, orderId: newId(), discountCodeId })),
      ),
  ],
  [
    "availability is written",
    (tx) =>
      writeAvailability(
        tx,
        ids.map((rowId) => ({ ...flags, rowId })),
      ),
  ],
  [
    "scheduled statuses are written",
    (tx) =>
      applyScheduledStatuses(
        tx,
        ids.map((rowId) => ({ rowId, status: 0 })),
      ),
  ],
])("%s without reading the other codes of a large workspace next to many small ones", async (_name, run) => {
  const counts: number[] = [];
  const sql = async (statement: Statement) => {
    counts.push(await countRowsRead(service, statement));
    return [];
  };
  await run({ sql, workspaceId, now: new Date() } as unknown as Db);
  expect(Math.max(...counts)).toBeGreaterThan(50);
  expect(Math.max(...counts)).toBeLessThan(1_000);
});
