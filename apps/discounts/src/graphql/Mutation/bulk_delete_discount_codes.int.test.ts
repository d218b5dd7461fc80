import { newId } from "@offergraph/shared/time/ids";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture, type UserError } from "../../testing/fixture.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const remove = async (ids: string[], { key = "", as = client } = {}) =>
  (
    await as.data<{ answer: { deletedIds: string[] | null; userErrors: UserError[] } }>(
      `mutation ($input: BulkDeleteDiscountCodesInput!) {
        answer: bulk_delete_discount_codes(input: $input) { deletedIds userErrors { field code message } } }`,
      { input: { ids } },
      key || undefined,
    )
  ).answer;

describe("bulk_delete_discount_codes", () => {
  it("deletes each code once with its names and placements, in the given order, with an event for each", async () => {
    const connectionId = await addConnection(fixture, client);
    const one = await createCode(client, { code: "One", aliased_codes: [{ id: "n", code: "nick" }] }, connectionId);
    const [two, kept] = [await createCode(client, { code: "Two" }), await createCode(client)];
    expect(await remove([two.rowId, one.rowId.toUpperCase(), two.rowId])).toEqual({ deletedIds: [two.rowId, one.rowId], userErrors: [] });
    expect(await Promise.all([one, two].map(({ rowId }) => getCode(client, rowId)))).toEqual([null, null]);
    expect(await getCode(client, kept.rowId)).toEqual(kept);
    const events = (await client.events()).filter(({ what }) => what === "discount_code.deleted");
    expect(events.map(({ data }) => data)).toEqual([
      { rowId: two.rowId, code: "Two", aliasedCodes: [] },
      { rowId: one.rowId, code: "One", aliasedCodes: [{ id: "n", code: "nick" }] },
    ]);
    await createCode(client, { code: "ONE", aliased_codes: [{ code: "NICK" }] });
  });

  it("returns all unknown ids, also those of another workspace, and deletes nothing", async () => {
    const own = await createCode(client);
    const foreign = await createCode(fixture.client());
    const answer = await remove([own.rowId, foreign.rowId, newId()]);
    expect(answer.deletedIds).toBeNull();
    expect(pathsOf(answer.userErrors)).toEqual(["input.ids.1 NOT_FOUND", "input.ids.2 NOT_FOUND"]);
    expect(await getCode(client, own.rowId)).toEqual(own);
    expect((await client.events()).map(({ what }) => what)).toEqual(["discount_code.created"]);
  });

  it("accepts 1-1000 ids", async () => {
    for (const count of [0, 1001]) {
      const { userErrors } = await remove(Array.from({ length: count }, () => newId()));
      expect(userErrors.map(({ field }) => field)).toEqual([["input", "ids"]]);
    }
    const codes = await Promise.all(Array.from({ length: 40 }, () => createCode(client)));
    expect((await remove(codes.map(({ rowId }) => rowId))).deletedIds).toHaveLength(40);
  });

  it("repeated with its Idempotency-Key returns the same result and emits no further event", async () => {
    const { rowId } = await createCode(client);
    const first = await remove([rowId], { key: "k" });
    expect(await remove([rowId], { key: "k" })).toEqual(first);
    expect(await client.events()).toHaveLength(2);
    expect(pathsOf((await remove([rowId])).userErrors)).toEqual(["input.ids.0 NOT_FOUND"]);
  });
});
