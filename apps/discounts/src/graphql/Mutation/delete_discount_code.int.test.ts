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

const remove = async (id: string, key?: string) =>
  (
    await client.data<{ answer: { deletedId: string | null; userErrors: UserError[] } }>(
      "mutation ($id: UUID!) { answer: delete_discount_code(input: { id: $id }) { deletedId userErrors { field code message } } }",
      { id },
      key,
    )
  ).answer;

describe("delete_discount_code", () => {
  it("deletes the code with its names and placements and emits an event", async () => {
    const connectionId = await addConnection(fixture, client);
    const code = await createCode(client, { code: "Gone", aliased_codes: [{ id: "n", code: "nick" }] }, connectionId);
    expect(await remove(code.rowId.toUpperCase())).toEqual({ deletedId: code.rowId, userErrors: [] });
    expect(await getCode(client, code.rowId)).toBeNull();
    expect((await client.events()).at(-1)).toEqual({
      what: "discount_code.deleted",
      recordId: code.rowId,
      data: { rowId: code.rowId, code: "Gone", aliasedCodes: [{ id: "n", code: "nick" }] },
    });
    await createCode(client, { code: "NICK", aliased_codes: [{ code: "GONE" }] });
  });

  it("returns NOT_FOUND for an unknown code and another workspace's, and changes nothing", async () => {
    const code = await createCode(client);
    const owner = client;
    client = fixture.client();
    for (const id of [code.rowId, "01900000-0000-7000-8000-000000000001"]) {
      const { deletedId, userErrors } = await remove(id);
      expect(deletedId).toBeNull();
      expect(pathsOf(userErrors)).toEqual(["input.id NOT_FOUND"]);
    }
    expect(await getCode(owner, code.rowId)).toEqual(code);
    expect(await owner.events()).toHaveLength(1);
    expect(await client.events()).toEqual([]);
  });

  it("repeated with its Idempotency-Key returns the same response; without one NOT_FOUND", async () => {
    const { rowId } = await createCode(client);
    const first = await remove(rowId, "key");
    expect(await remove(rowId, "key")).toEqual(first);
    expect(pathsOf((await remove(rowId)).userErrors)).toEqual(["input.id NOT_FOUND"]);
    expect(await client.events()).toHaveLength(2);
  });
});
