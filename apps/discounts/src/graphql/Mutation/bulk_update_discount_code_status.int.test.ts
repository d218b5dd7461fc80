import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, type Code, codeFields, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture, type UserError } from "../../testing/fixture.js";
import { markPushed } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const update = async (ids: string[], status: string, key?: string) =>
  (
    await client.data<{ answer: { discountCodes: Code[] | null; userErrors: UserError[] } }>(
      `mutation ($input: BulkUpdateDiscountCodeStatusInput!) {
        answer: bulk_update_discount_code_status(input: $input) { discountCodes { ${codeFields} } userErrors { field code message } } }`,
      { input: { ids, status } },
      key,
    )
  ).answer;

describe("bulk_update_discount_code_status", () => {
  it("changes codes with another status, each once with an event, in the given order", async () => {
    const [one, two, three] = [await createCode(client), await createCode(client, { status: "DRAFT" }), await createCode(client)];
    fixture.clock.advance(1000);
    const { discountCodes } = await update([three.rowId, two.rowId, one.rowId.toUpperCase(), three.rowId], "DRAFT");
    expect(discountCodes?.map(({ rowId }) => rowId)).toEqual([three.rowId, one.rowId]);
    for (const code of discountCodes ?? []) {
      expect(code).toMatchObject({ status: "DRAFT", updatedAt: fixture.clock.now().toISOString() });
      expect(await getCode(client, code.rowId)).toEqual(code);
    }
    expect((await getCode(client, two.rowId))?.updatedAt).toBe(two.updatedAt);
    const emitted = (await client.events()).slice(3);
    expect(emitted.map(({ what, recordId }) => [what, recordId])).toEqual([
      ["discount_code.updated", three.rowId],
      ["discount_code.updated", one.rowId],
    ]);
    expect(emitted[0]?.data).toMatchObject({ status: "DRAFT", changed: ["status", "updatedAt"] });
  });

  it("returns and emits the stored updatedAt if another write began later", async () => {
    const { rowId } = await createCode(client);
    const updatedAt = new Date(fixture.clock.now().getTime() + 60_000).toISOString();
    await fixture.admin.query("UPDATE discount_codes SET updated_at = $2 WHERE row_id = $1", [rowId, updatedAt]);
    const { discountCodes } = await update([rowId], "DRAFT");
    expect(discountCodes).toEqual([await getCode(client, rowId)]);
    expect(discountCodes).toMatchObject([{ status: "DRAFT", updatedAt }]);
    expect((await client.events()).at(-1)?.data).toMatchObject({ status: "DRAFT", updatedAt });
  });

  it("sets placements of changed codes only to PENDING", async () => {
    const [store, manual] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "manual")];
    const placements = [{ connectionId: store }, { connectionId: manual }];
    const [one, two] = [await createCode(client, { placements }), await createCode(client, { placements, status: "DRAFT" })];
    await markPushed(fixture, client);
    const { discountCodes } = await update([one.rowId, two.rowId], "DRAFT");
    expect(discountCodes).toMatchObject([{ rowId: one.rowId, placements: [{ syncStatus: "PENDING" }, { syncStatus: "NOT_PUSHED" }] }]);
    expect(discountCodes?.[0]).toEqual(await getCode(client, one.rowId));
    expect(await getCode(client, two.rowId)).toMatchObject({ placements: [{ syncStatus: "SYNCED" }, { syncStatus: "NOT_PUSHED" }] });
  });

  it("changes none if a code is unknown or of another workspace", async () => {
    const theirs = await createCode(client);
    client = fixture.client();
    const mine = await createCode(client);
    const missing = "01900000-0000-7000-8000-000000000001";
    const { discountCodes, userErrors } = await update([mine.rowId, missing, mine.rowId, theirs.rowId], "EXPIRED");
    expect(discountCodes).toBeNull();
    expect(pathsOf(userErrors)).toEqual(["input.ids.1 NOT_FOUND", "input.ids.3 NOT_FOUND"]);
    expect(await getCode(client, mine.rowId)).toEqual(mine);
    expect(await client.events()).toHaveLength(1);
  });

  it("accepts 1 to 1000 ids", async () => {
    expect(pathsOf((await update([], "DRAFT")).userErrors)).toEqual(["input.ids TOO_SHORT"]);
    const { rowId } = await createCode(client);
    expect(
      pathsOf(
        (
          await update(
            Array.from({ length: 1001 }, () => rowId),
            "DRAFT",
          )
        ).userErrors,
      ),
    ).toEqual(["input.ids LIMIT_EXCEEDED"]);
    expect(
      (
        await update(
          Array.from({ length: 1000 }, () => rowId),
          "DRAFT",
        )
      ).discountCodes,
    ).toHaveLength(1);
  });

  it("repeated with its Idempotency-Key returns the same response", async () => {
    const { rowId } = await createCode(client);
    const first = await update([rowId], "DRAFT", "key");
    expect(await update([rowId], "DRAFT", "key")).toEqual(first);
    expect((await update([rowId], "DRAFT")).discountCodes).toEqual([]);
    expect(await client.events()).toHaveLength(2);
  });

  it("does not deadlock in opposite order", async () => {
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push((await createCode(client)).rowId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, turn) => update(turn % 2 ? ids : ids.toReversed(), turn % 2 ? "DRAFT" : "EXPIRED")),
    );
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
  });
});
