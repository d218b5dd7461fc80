import { leanReader } from "@offergraph/shared/database/lean";
import { createPool } from "@offergraph/shared/database/pool";
import { sql } from "@offergraph/shared/database/statement";
import { createLogger } from "@offergraph/shared/log/logger";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { addConnection, addPartner, createCode } from "../testing/codes.js";
import { type Client, startWorld, type World } from "../testing/world.js";

const tables = [
  "partners",
  "connections",
  "discount_codes",
  "code_names",
  "tags",
  "placements",
  "placement_targets",
  "idempotency_records",
];
let world: World;
let owner: Client;
let service: pg.Client;
beforeAll(async () => {
  world = await startWorld(inject("adminUrl"));
  owner = world.client();
  const connectionId = await addConnection(world, owner);
  await addPartner(world, owner, "Ann");
  await createCode(owner, { aliased_codes: [{ code: "a" }], tags: { t: "red" } }, connectionId);
  await owner.data(`mutation { save_discount_code(body: { code: "b" }) { userErrors { code } } }`, {}, "key");
  await world.admin.query(
    `INSERT INTO placement_targets (workspace_id, placement_id, kind, external_ref, position) SELECT workspace_id, row_id, 0, 'x', 0 FROM placements`,
  );
  service = new pg.Client({ connectionString: world.connectionString });
  await service.connect();
});
afterAll(async () => {
  await service?.end();
  await world?.stop();
});

/** Runs as the service's own role in a transaction of this scope, and takes everything back. */
async function scoped(workspaceId: string | undefined, text: string) {
  await service.query("BEGIN");
  try {
    if (workspaceId) await service.query("SELECT set_config('app.workspace_id', $1, true)", [workspaceId]);
    return await service.query(text);
  } finally {
    await service.query("ROLLBACK");
  }
}

describe("row-level security", () => {
  it.each(tables)("hides all of %s from a query that forgets its scope, and from another workspace", async (table) => {
    expect((await scoped(owner.workspaceId, `SELECT FROM ${table}`)).rowCount).toBeGreaterThan(0);
    expect((await scoped(undefined, `SELECT FROM ${table}`)).rowCount).toBe(0);
    expect((await scoped(world.client().workspaceId, `SELECT FROM ${table}`)).rowCount).toBe(0);
  });

  it("lets no statement that forgets its condition change or remove another workspace's rows", async () => {
    const stranger = world.client().workspaceId;
    for (const table of tables) {
      expect((await scoped(stranger, `UPDATE ${table} SET workspace_id = workspace_id`)).rowCount).toBe(0);
      expect((await scoped(stranger, `DELETE FROM ${table}`)).rowCount).toBe(0);
    }
  });

  it("refuses to write a row into another workspace, or without a scope", async () => {
    const insert = `INSERT INTO tags (workspace_id, name, color) VALUES ('${owner.workspaceId}', 'smuggled', 0)`;
    await expect(scoped(world.client().workspaceId, insert)).rejects.toThrow(/row-level security/);
    await expect(scoped(undefined, insert)).rejects.toThrow(/row-level security/);
    await expect(scoped(owner.workspaceId, `UPDATE tags SET workspace_id = gen_random_uuid()`)).rejects.toThrow(/row-level security/);
  });

  it("ties rows to records of their own workspace only, whoever writes", async () => {
    const { rows } = await world.admin.query("SELECT row_id FROM discount_codes WHERE workspace_id = $1", [owner.workspaceId]);
    const stranger = world.client().workspaceId;
    await expect(
      world.admin.query(
        "INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position) VALUES ($1, 'x', 'x', $2, 0, 0)",
        [stranger, rows[0].row_id],
      ),
    ).rejects.toThrow(/foreign key/);
  });

  it("holds on the lean path for a query that forgets its workspace", async () => {
    const pool = createPool({
      connectionString: world.connectionString,
      max: 1,
      applicationName: "test",
      log: createLogger("test", "fatal"),
    });
    const reader = leanReader(pool);
    const forgetful = sql`SELECT d.code FROM discount_codes d`;
    expect(await reader.read(world.client().workspaceId, forgetful)).toEqual([]);
    expect((await reader.read(owner.workspaceId, forgetful)).length).toBe(2);
    await pool.end();
  });
});
