import { withSessionOptions } from "@offergraph/service/db/pool";
import type { Statement } from "@offergraph/service/db/statement";
import { newId } from "@offergraph/shared/time/ids";
import { countRowsReadPrepared } from "@offergraph/testkit/rows-read";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { markFailed, markSynced, recordAccepted, recordFailed } from "./push-outcomes.js";
import { beginPushes, type StoreTx } from "./store-pushes.js";

let fixture: Fixture;
let service: pg.Client;
const [workspaceId, connectionId] = [newId(), newId()];
const ids = Array.from({ length: 8 }, newId);
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
  const fill = (workspace: string, connection: string, row: string, count: string) => `
    INSERT INTO store_pushes (workspace_id, subject_id, connection_id, turn) SELECT ${workspace}, ${row}, ${connection}, 1 FROM ${count};
    INSERT INTO placements (workspace_id, row_id, connection_id, discount_code_id, sync_status, created_at, updated_at) SELECT ${workspace}, ${row}, ${connection}, gen_random_uuid(), 0, now(), now() FROM ${count};`;
  await fixture.admin.query(`SET LOCAL session_replication_role = replica;
    ${fill(`'${workspaceId}'`, `'${connectionId}'`, "gen_random_uuid()", "generate_series(1, 20000)")}
    ${fill(`'${workspaceId}'`, `'${connectionId}'`, "id", `unnest('{${ids.join()}}'::uuid[]) AS id`)}
    CREATE TEMPORARY TABLE others ON COMMIT DROP AS SELECT gen_random_uuid() AS workspace, gen_random_uuid() AS store FROM generate_series(1, 100);
    ${fill("workspace", "store", "gen_random_uuid()", "others, generate_series(1, 60)")}`);
  await fixture.admin.query("ANALYZE store_pushes, placements");
  service = new pg.Client(withSessionOptions(fixture.connectionString));
  await service.connect();
  await service.query("SELECT set_config('app.workspace_id', $1, false)", [workspaceId]);
});
afterAll(async () => {
  await service?.end();
  await fixture?.stop();
});

const wait = { firstMs: 1, maxMs: 1 };
const seen = ids.map((placementId) => ({ placementId, syncVersion: 1, reason: "reason" }));
it.each<[string, (store: StoreTx) => Promise<unknown>]>([
  [
    "beginPushes",
    (store) =>
      beginPushes(
        store,
        ids.map((subjectId) => ({ subjectId, id: newId(), hash: "", text: "" })),
      ),
  ],
  [
    "recordAccepted",
    (store) =>
      recordAccepted(
        store,
        ids.map((subjectId) => ({ subjectId, id: newId(), leavesNothing: false })),
      ),
  ],
  [
    "recordFailed",
    (store) =>
      recordFailed(
        store,
        ids.map((subjectId) => ({ subjectId, id: newId(), isRejected: false, wait })),
      ),
  ],
  ["markSynced", (store) => markSynced(store, seen, new Date())],
  ["markFailed", (store) => markFailed(store, seen)],
])("%s reads only its rows of a store with many rows, with custom and generic plans", async (_name, run) => {
  let rows = Number.NaN;
  const sql = async (statement: Statement) => {
    rows = await countRowsReadPrepared(service, statement);
    return [];
  };
  await run({ sql, workspaceId, connectionId, now: new Date() } as unknown as StoreTx);
  expect(rows).toBeGreaterThan(0);
  expect(rows).toBeLessThan(500);
});
