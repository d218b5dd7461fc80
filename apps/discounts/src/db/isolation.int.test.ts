import { createPool } from "@offergraph/service/db/pool";
import { sql } from "@offergraph/service/db/statement";
import { workspaceReader } from "@offergraph/service/db/workspace-reader";
import { createLogger } from "@offergraph/shared/log/logger";
import { newId } from "@offergraph/shared/time/ids";
import { testAuditedTables } from "@offergraph/testkit/audited-tables";
import { testRowSecurity } from "@offergraph/testkit/row-security";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { audit } from "../audit.js";
import { addConnection, createCode } from "../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { mutatePlacement } from "../testing/placements.js";

let fixture: Fixture;
let owner: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
  owner = fixture.client();
  const connectionId = await addConnection(fixture, owner);
  await createCode(owner, { aliased_codes: [{ code: "a" }] }, connectionId);
  await createCode(owner, { code: "b" }, connectionId);
  await fixture.admin.query(
    `INSERT INTO placement_targets (workspace_id, placement_id, kind, external_ref, position) SELECT workspace_id, row_id, 0, 'x', 0 FROM placements`,
  );
});
afterAll(() => fixture?.stop());

testAuditedTables(() => fixture, audit);
testRowSecurity({ fixture: () => fixture, rows: { connections: { provider: "manual" }, grant_codes: { code: "x" } } });

describe("a workspace", () => {
  it("has foreign keys within the workspace only", async () => {
    const { rows } = await fixture.admin.query("SELECT row_id FROM discount_codes WHERE workspace_id = $1", [owner.workspaceId]);
    const stranger = fixture.client().workspaceId;
    await expect(
      fixture.admin.query("INSERT INTO scheduled_transitions (workspace_id, discount_code_id, due_at) VALUES ($1, $2, now())", [
        stranger,
        rows[0].row_id,
      ]),
    ).rejects.toThrow(/foreign key/);
  });

  it("is isolated in SQL statements without a workspace condition", async () => {
    const pool = createPool({
      connectionString: fixture.connectionString,
      max: 1,
      applicationName: "test",
      log: createLogger("test", "fatal"),
    });
    const reader = workspaceReader(pool);
    const forgetful = sql`SELECT d.code FROM discount_codes d`;
    expect(await reader.read(fixture.client().workspaceId, forgetful)).toEqual([]);
    expect((await reader.read(owner.workspaceId, forgetful)).length).toBe(2);
    await pool.end();
  });
});

describe("an operation with another workspace's ids", () => {
  it("responds as for unknown ids and writes nothing", async () => {
    const { rows } = await fixture.admin.query(
      "SELECT p.row_id AS placement, p.discount_code_id AS code, p.connection_id AS connection FROM placements p WHERE p.workspace_id = $1",
      [owner.workspaceId],
    );
    const everything = () =>
      fixture.admin.query("SELECT to_json(p) FROM placements p UNION ALL SELECT to_json(t) FROM placement_targets t");
    const before = (await everything()).rows;
    const [theirs, nobodys] = [rows[0], { placement: newId(), code: newId(), connection: newId() }];
    const stranger = fixture.client();
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
