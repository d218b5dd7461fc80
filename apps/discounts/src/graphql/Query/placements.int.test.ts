import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { addConnection, createCode } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { mutatePlacement, place, placementsOf, targetsOf } from "../../testing/placements.js";

let fixture: Fixture;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

const missing = "01900000-0000-7000-8000-000000000001";

async function narrowed(client: Client) {
  const [code, other] = [await createCode(client, { code: "Summer", aliased_codes: [{ code: "Sun" }] }), await createCode(client)];
  const placementIds: string[] = [];
  for (const { rowId } of [code, other, code]) {
    fixture.clock.advance(1000);
    const connectionId = await addConnection(fixture, client);
    const { placementId } = await place(client, rowId, connectionId);
    placementIds.push(placementId);
    const targets = [
      { kind: "PRODUCT", externalRef: "z" },
      { kind: "PRICE", externalRef: "a", title: "A" },
    ];
    await mutatePlacement(client, "set_placement_targets", { placementId, connectionId, targets });
  }
  return { code, placementIds };
}

describe("get_discount_placements_by_code and get_discount_placement_targets", () => {
  it("return placements oldest first and targets in the given order, by id, code or alias", async () => {
    const client = fixture.client();
    const { code, placementIds } = await narrowed(client);
    const [first, , second] = placementIds;
    for (const ref of [code.rowId, code.rowId.toUpperCase(), "SUMMER", { name: "summer" }, "sUN", { name: "Sun" }]) {
      expect((await placementsOf(client, ref)).map(({ placementId }) => placementId)).toEqual([first, second]);
      expect(await targetsOf(client, ref)).toEqual([
        { kind: "PRODUCT", externalRef: "z", title: null, placementId: first },
        { kind: "PRICE", externalRef: "a", title: "A", placementId: first },
        { kind: "PRODUCT", externalRef: "z", title: null, placementId: second },
        { kind: "PRICE", externalRef: "a", title: "A", placementId: second },
      ]);
    }
  });

  it("are empty for a code without placements, an unknown code, and another workspace", async () => {
    const client = fixture.client();
    const { code } = await narrowed(client);
    await createCode(client, { code: "Unplaced" });
    await fixture.admin.query(
      "INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position) VALUES ($1, 'minted', 'MINTED', $2, 2, 0)",
      [client.workspaceId, code.rowId],
    );
    const lookups: [Client, unknown][] = [
      ...["Unplaced", "nobody", missing, { name: code.rowId }, "minted"].map((ref): [Client, unknown] => [client, ref]),
      ...[code.rowId, "Summer"].map((ref): [Client, unknown] => [fixture.client(), ref]),
    ];
    for (const [reader, ref] of lookups) {
      expect(await placementsOf(reader, ref)).toEqual([]);
      expect(await targetsOf(reader, ref)).toEqual([]);
    }
  });
});
