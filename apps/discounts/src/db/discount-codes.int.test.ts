import { createPool } from "@offergraph/service/db/pool";
import type { Read } from "@offergraph/service/db/read";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Fixture, startFixture } from "../testing/fixture.js";
import { seedCodes } from "../testing/seed-codes.js";
import { readCodes, readShownCodes } from "./discount-codes.js";
import { readPartners } from "./partners.js";

let fixture: Fixture;
const workspaceId = newId();
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  await fixture.startReplica();
  await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId, count: 2_000 });
  await fixture.admin.query("ANALYZE");
});
afterAll(() => fixture?.stop());

it.each<[string, (read: Read, ids: string[]) => Promise<unknown>]>([
  ["a code", readCodes],
  ["a code with a flag", readShownCodes],
  ["a partner", readPartners],
])("a repeated lookup of %s by id is planned only a few times", async (_name, lookUp) => {
  const log = createLogger("test", "fatal");
  const pool = createPool({ connectionString: fixture.connectionString, max: 1, applicationName: "lookups", log });
  try {
    const reader = workspaceReader(pool, 10_000);
    for (let run = 0; run < 30; run += 1) await lookUp((statement) => reader.read(workspaceId, statement), [newId()]);
    const plans =
      "SELECT generic_plans::integer AS cached, custom_plans::integer AS planned FROM pg_prepared_statements WHERE statement ~ 'row_id'";
    const { rows } = await pool.query(plans);
    expect(rows).toEqual([{ cached: expect.any(Number), planned: 5 }]);
    expect(rows[0].cached).toBeGreaterThan(20);
  } finally {
    await pool.end();
  }
});
