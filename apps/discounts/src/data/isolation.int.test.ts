import { leanReader } from "@offergraph/shared/database/lean";
import { createPool } from "@offergraph/shared/database/pool";
import { sql } from "@offergraph/shared/database/statement";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { addConnection, addPartner, createCode } from "../testing/codes.js";
import { mutatePlacement } from "../testing/placements.js";
import { seedChanges } from "../testing/seed-changes.js";
import { type Client, startWorld, type World } from "../testing/world.js";

const tables = [
  "partners",
  "connections",
  "discount_codes",
  "code_names",
  "tags",
  "placements",
  "placement_targets",
  "campaigns",
  "campaign_codes",
  "discount_changes",
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
  await world.admin.query("INSERT INTO campaigns (row_id, workspace_id, created_at, name) VALUES (gen_random_uuid(), $1, now(), 'May')", [
    owner.workspaceId,
  ]);
  await world.admin.query(
    `INSERT INTO campaign_codes (workspace_id, campaign_id, discount_code_id) SELECT g.workspace_id, g.row_id, d.row_id FROM campaigns g, discount_codes d`,
  );
  const { rows } = await world.admin.query("SELECT row_id FROM discount_codes LIMIT 1");
  await seedChanges((text, values) => world.admin.query(text, values), {
    workspaceId: owner.workspaceId,
    discountCodeId: rows[0].row_id,
    count: 1,
  });
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

describe("an operation with another workspace's ids", () => {
  it("answers as with ids that nobody has, and writes nothing", async () => {
    const { rows } = await world.admin.query(
      "SELECT p.row_id AS placement, p.discount_code_id AS code, p.connection_id AS connection FROM placements p WHERE p.workspace_id = $1",
      [owner.workspaceId],
    );
    const everything = () => world.admin.query("SELECT to_json(p) FROM placements p UNION ALL SELECT to_json(t) FROM placement_targets t");
    const before = (await everything()).rows;
    const [theirs, nobodys] = [rows[0], { placement: newId(), code: newId(), connection: newId() }];
    const stranger = world.client();
    const read = (id: string) =>
      stranger.data(
        `query ($id: UUID!, $ref: Ref!, $filter: DiscountChangeFilter) {
          get_discount_changes(id: $id, filter: $filter) { nodes { rowId } totalCount pageInfo { hasNextPage } }
          get_discount_placements_by_code(discountCodeId: $ref) { rowId }
          get_discount_placement_targets(discountCodeId: $ref) { externalRef }
          get_discount_campaigns(id: $id) { rowId }
          get_discount_code_partners(id: $id) { rowId } }`,
        { id, ref: id, filter: { discountCodeId: id } },
      );
    const answers = async ({ placement: placementId, code, connection: connectionId }: typeof nobodys) => [
      await read(code),
      await mutatePlacement(stranger, "add_discount_placements", { discountCodeId: code, connectionId }),
      await mutatePlacement(stranger, "set_placement_targets", { placementId, connectionId, targets: [] }),
      await mutatePlacement(stranger, "resync_discount_placement", { placementId }),
      await mutatePlacement(stranger, "remove_discount_placement", { placementId }),
      await mutatePlacement(stranger, "bulk_sync_discount_codes", { ids: [code] }),
    ];
    const answered = await answers(theirs);
    expect(answered).toEqual(await answers(nobodys));
    expect(answered[0]).toMatchObject({ get_discount_changes: { totalCount: 0 }, get_discount_placements_by_code: [] });
    expect(await stranger.events()).toEqual([]);
    expect((await everything()).rows).toEqual(before);
  });
});
