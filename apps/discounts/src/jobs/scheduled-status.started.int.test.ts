import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCode, getCode } from "../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../testing/fixture.js";
import { later, waitForTransitions } from "../testing/timed.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const save = (variables: object) =>
  client.data<{ answer: { discountCode: { rowId: string; status: string } } }>(
    `mutation ($id: UUID, $body: DiscountCodeBody!) { answer: save_discount_code(id: $id, body: $body) { discountCode { rowId status } } }`,
    variables,
  );
const setAll = (ids: string[], status: string) =>
  client.data<{ answer: { discountCodes: { rowId: string; status: string }[] } }>(
    `mutation ($input: BulkUpdateDiscountCodeStatusInput!) {
      answer: bulk_update_discount_code_status(input: $input) { discountCodes { rowId status } } }`,
    { input: { ids, status } },
  );
const past = () => ({ status: "SCHEDULED", start_at: later(fixture, -1_000) });
const future = () => ({ status: "SCHEDULED", start_at: later(fixture, 60_000) });

describe("SCHEDULED with a start that is not in the future", () => {
  it("is ACTIVE in the response and the event of create", async () => {
    expect(await createCode(client, { status: "SCHEDULED", start_at: later(fixture, 0) })).toMatchObject({ status: "ACTIVE" });
    expect((await client.events())[0]?.data).toMatchObject({ status: "ACTIVE" });
    expect(await createCode(client, future())).toMatchObject({ status: "SCHEDULED" });
  });

  it("is ACTIVE after a save that creates, schedules or restarts a code, without a second transition", async () => {
    const made = await save({ body: { code: "new", ...past() } });
    expect(made.answer.discountCode.status).toBe("ACTIVE");
    const { rowId } = await createCode(client, future());
    expect((await save({ id: rowId, body: { start_at: past().start_at } })).answer.discountCode.status).toBe("ACTIVE");
    const draft = await createCode(client, { status: "DRAFT", start_at: past().start_at });
    expect((await save({ id: draft.rowId, body: { status: "SCHEDULED" } })).answer.discountCode.status).toBe("ACTIVE");
    expect((await save({ id: draft.rowId, body: future() })).answer.discountCode.status).toBe("SCHEDULED");
    await waitForTransitions(fixture);
    expect(await getCode(client, rowId)).toMatchObject({ status: "ACTIVE" });
    expect((await client.events()).filter(({ recordId }) => recordId === rowId)).toHaveLength(2);
  });

  it("is ACTIVE after a bulk write, which keeps codes with a later start SCHEDULED", async () => {
    const begun = await createCode(client, { status: "DRAFT", start_at: past().start_at });
    const coming = await createCode(client, { status: "DRAFT", start_at: future().start_at });
    const open = await createCode(client, { status: "DRAFT" });
    const running = await createCode(client, { status: "ACTIVE", start_at: past().start_at });
    const ids = [begun, coming, open, running].map(({ rowId }) => rowId);
    expect((await setAll(ids, "SCHEDULED")).answer.discountCodes).toEqual([
      { rowId: begun.rowId, status: "ACTIVE" },
      { rowId: coming.rowId, status: "SCHEDULED" },
      { rowId: open.rowId, status: "SCHEDULED" },
    ]);
    expect((await setAll(ids, "SCHEDULED")).answer.discountCodes).toEqual([]);
  });
});
