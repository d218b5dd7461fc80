import { groupBy } from "@offergraph/service/db/group-by";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsRead } from "@offergraph/testkit/rows-read";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { duePushesStatement } from "./store-pushes.js";

let fixture: Fixture;
const [slow, other] = [newId(), newId()];
const dispatch = { now: new Date(), busy: [], inFlight: [], perStore: 8 };
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
  const fill = (connectionId: string, count: number) => `
    SET LOCAL session_replication_role = replica;
    INSERT INTO store_pushes (workspace_id, subject_id, connection_id, turn, due_at)
    SELECT '${newId()}', gen_random_uuid(), '${connectionId}', 1, '2026-01-01'::timestamptz + n * interval '1 ms'
    FROM generate_series(1, ${count}) n;`;
  await fixture.admin.query(fill(slow, 20_000));
  await fixture.admin.query("ANALYZE store_pushes");
  await fixture.admin.query(fill(other, 3));
});
afterAll(() => fixture?.stop());

it.each([
  ["may get pushes", [], { [slow]: 8, [other]: 3 }],
  ["is busy", [slow], { [other]: 3 }],
])("reads few pushes while a store with a long backlog %s", async (_name, busy, expected) => {
  const statement = duePushesStatement({ ...dispatch, busy });
  const { rows } = await fixture.admin.query<{ connectionId: string }>(statement.text, statement.values);
  const counts = [...groupBy(rows, ({ connectionId }) => connectionId)].map(([id, pushes]) => [id, pushes.length]);
  expect(Object.fromEntries(counts)).toEqual(expected);
  expect(await countRowsRead(fixture.admin, statement)).toBeLessThan(1_000);
});
