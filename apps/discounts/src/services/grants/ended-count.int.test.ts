import { grantExpired, grantRedeemed, grantRestored } from "@offergraph/shared/contracts/events/incentives";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { addConnection, createCode } from "../../testing/codes.js";
import { grantOf, requestOf } from "../../testing/grants.js";
import { type GrantsFixture, grantEvent, requested, startGrantsFixture } from "../../testing/grants-fixture.js";

let fixture: GrantsFixture;
beforeAll(async () => {
  fixture = await startGrantsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());

it("bulk status EXPIRED counts the open grants that it ends; a restored minted code is pushed again", async () => {
  const client = fixture.client();
  const connectionId = await addConnection(fixture, client, "http");
  const code = await createCode(client, { aliased_codes: [{ code: "one" }], placements: [{ connectionId }] });
  const other = await createCode(client);
  const setStatus = async (ids: string[], status: string) =>
    (
      await client.data<{ answer: { endedGrantCount: number | null } }>(
        `mutation ($input: BulkUpdateDiscountCodeStatusInput!) {
          answer: bulk_update_discount_code_status(input: $input) { endedGrantCount } }`,
        { input: { ids, status } },
      )
    ).answer.endedGrantCount;
  const ofCode = (changes: object = {}) => requestOf(code.rowId, changes);
  const [shared, unique, used, over, past] = [
    ofCode({ delivery: "SHARED" }),
    ofCode(),
    ofCode(),
    ofCode({ delivery: "POOL" }),
    ofCode({ expiresAt: fixture.clock.now().toISOString() }),
  ];
  await fixture.emitEvent([shared, unique, used, over, past, requestOf(other.rowId)].map((request) => requested(client, request)));
  await fixture.emitEvent([
    grantEvent(client, grantRedeemed, grantOf(used, { state: "REDEEMED" })),
    grantEvent(client, grantExpired, grantOf(over)),
  ]);
  expect(await setStatus([code.rowId], "EXPIRED")).toBe(2);
  expect(await setStatus([code.rowId, other.rowId], "EXPIRED")).toBe(1);
  expect(await setStatus([code.rowId], "ACTIVE")).toBe(0);
  const isRetired = async () =>
    (await fixture.admin.query("SELECT retired_at FROM grant_codes WHERE grant_id = $1", [unique.rowId])).rows[0].retired_at !== null;
  await fixture.emitEvent([grantEvent(client, grantExpired, grantOf(unique))]);
  expect(await isRetired()).toBe(true);
  const requests = async () =>
    (await fixture.admin.query("SELECT requested FROM store_pushes WHERE subject_id = $1", [unique.rowId])).rows[0]?.requested ?? 0;
  const before = await requests();
  await fixture.emitEvent([grantEvent(client, grantRestored, grantOf(unique, { state: "ISSUED" }))]);
  expect([await isRetired(), (await requests()) > before]).toEqual([false, true]);
  expect(await setStatus([code.rowId], "EXPIRED")).toBe(2);
});
