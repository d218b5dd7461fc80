import { groupBy } from "@offergraph/service/db/group-by";
import { withSessionOptions } from "@offergraph/service/db/pool";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsReadPrepared } from "@offergraph/testkit/rows-read";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { pushPriorities } from "../domain/ordinals.js";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { type DuePush, duePushesStatement } from "./store-pushes.js";

let fixture: Fixture;
let service: pg.Client;
const [slow, other] = [newId(), newId()];
const dispatch = { now: new Date(), busy: [], inFlight: [], perStore: 32 };
const [code, minted] = [pushPriorities.indexOf("CODE"), pushPriorities.indexOf("MINTED")];
const fill = (connectionId: string, turn: number, count: number, from = "2026-01-01") =>
  fixture.admin.query(`
    SET LOCAL session_replication_role = replica;
    INSERT INTO store_pushes (workspace_id, subject_id, connection_id, turn, due_at)
    SELECT '${newId()}', gen_random_uuid(), '${connectionId}', ${turn}, '${from}'::timestamptz + n * interval '1 ms'
    FROM generate_series(1, ${count}) n;`);
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
  await fill(slow, code, 20_000);
  await fixture.admin.query("ANALYZE store_pushes");
  await fill(other, code, 3);
  service = new pg.Client(withSessionOptions(fixture.connectionString));
  await service.connect();
});
afterAll(async () => {
  await service?.end();
  await fixture?.stop();
});

async function countsOf(busy: string[]): Promise<Record<string, number>> {
  const { text, values } = duePushesStatement({ ...dispatch, busy });
  const { rows } = await service.query<DuePush>(text, values);
  return Object.fromEntries([...groupBy(rows, ({ connectionId }) => connectionId)].map(([id, pushes]) => [id, pushes.length]));
}

it.each([
  ["may get pushes", [], { [slow]: 32, [other]: 3 }],
  ["is busy", [slow], { [other]: 3 }],
])("reads few pushes while a store with a long backlog %s", async (_name, busy, expected) => {
  expect(await countsOf(busy)).toEqual(expected);
  expect(await countRowsReadPrepared(service, duePushesStatement({ ...dispatch, busy }))).toBeLessThan(1_000);
});

it("divides the pushes among the stores with due pushes", async () => {
  for (let index = 0; index < 60; index += 1) await fill(newId(), code, 1, "2100-01-01");
  expect(await countsOf([])).toEqual({ [slow]: 32, [other]: 3 });
  for (let index = 0; index < 23; index += 1) await fill(newId(), code, 50);
  expect(await countsOf([])).toMatchObject({ [slow]: 4 });
  expect(await countRowsReadPrepared(service, duePushesStatement(dispatch))).toBeLessThan(800);
});

it("returns a push of each class although more stores than the limit wait for pushes of another class", async () => {
  for (let index = 0; index < 150; index += 1) await fill(newId(), code, 2);
  const waiting = newId();
  await fill(waiting, minted, 1);
  const counts = await countsOf([]);
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(101);
  expect(counts[waiting]).toBe(1);
});
