import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Client, type Fixture, pathsOf, startFixture } from "../../testing/fixture.js";
import { createForm, type Form, getRotation, mutate, publishForm } from "../../testing/forms.js";

let fixture: Fixture;
let client: Client;
let first: Form;
let second: Form;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  first = await publishForm(client, "First");
  second = await publishForm(client, "Second", (formId) => split(first.rowId, formId));
});
const split = (main: unknown, other: unknown, share = 60) => [
  { formId: main as string, main: true, share },
  { formId: other as string, main: false, share: 100 - share },
];
const set = (shares: object[], key?: string) => mutate(client, "set_form_promotion", { shares }, key);

describe("set_form_promotion", () => {
  it("replaces the rotation and emits all of it", async () => {
    const { rotation, userErrors } = await set(split({ name: "Second" }, "first", 10));
    expect(userErrors).toEqual([]);
    expect(rotation).toEqual(split(second.rowId, first.rowId, 10));
    expect(await getRotation(client)).toEqual(rotation);
    expect((await client.events()).at(-1)).toEqual({ what: "rotation.changed", recordId: client.workspaceId, data: { rotation } });
  });

  it.each([
    [
      "shares that sum to 99",
      () => [
        { formId: "first", main: true, share: 99 },
        { formId: "second", main: false, share: 0 },
      ],
      ["SHARES_NOT_100"],
    ],
    ["two mains", () => split("first", "second").map((share) => ({ ...share, main: true })), ["INVALID"]],
    ["no main", () => split("first", "second").map((share) => ({ ...share, main: false })), ["INVALID"]],
    ["a published form that is missing", () => [{ formId: "first", main: true, share: 100 }], ["SHARES_REQUIRED"]],
    ["all of that at once", () => [{ formId: "first", main: false, share: 99 }], ["INVALID", "SHARES_NOT_100", "SHARES_REQUIRED"]],
  ])("rejects %s", async (_what, shares, codes) => {
    const before = await client.events();
    const { rotation, userErrors } = await set(shares());
    expect(rotation).toBeNull();
    expect(pathsOf(userErrors)).toEqual(codes.map((code) => `input.shares ${code}`));
    expect(await getRotation(client)).toEqual(split(first.rowId, second.rowId));
    expect(await client.events()).toEqual(before);
  });

  it("rejects forms that are unpublished, unknown, or another workspace's", async () => {
    await createForm(client, "Draft");
    const stranger = fixture.client();
    const foreign = await publishForm(stranger, "Foreign");
    const shares = [
      ...split("first", "second"),
      ...["draft", foreign.rowId, "Foreign"].map((formId) => ({ formId, main: false, share: 0 })),
    ];
    expect(pathsOf((await set(shares)).userErrors)).toEqual([
      "input.shares.2.formId INVALID",
      "input.shares.3.formId NOT_FOUND",
      "input.shares.4.formId NOT_FOUND",
    ]);
    expect(await getRotation(stranger)).toEqual([{ formId: foreign.rowId, main: true, share: 100 }]);
  });

  it("rejects references that PostgreSQL cannot store", async () => {
    const shares = ["\0", { name: "a\0" }, "\ud800"].map((formId) => ({ formId, main: false, share: 0 }));
    expect(pathsOf((await set([...split("first", "second"), ...shares])).userErrors)).toEqual([
      "input.shares.2.formId INVALID",
      "input.shares.3.formId.name INVALID",
      "input.shares.4.formId INVALID",
    ]);
    expect(await getRotation(client)).toEqual(split(first.rowId, second.rowId));
  });

  it("emits no event without a change; returns the same result with the same Idempotency-Key", async () => {
    const before = (await client.events()).length;
    await set(
      split("second", "first", 60)
        .reverse()
        .map((share) => ({ ...share, main: !share.main, share: 100 - share.share })),
    );
    expect(await client.events()).toHaveLength(before);
    const answer = await set(split("second", "first"), "key");
    await set(split("first", "second"));
    expect(await set(split("second", "first"), "key")).toEqual(answer);
    expect(await getRotation(client)).toEqual(split(first.rowId, second.rowId));
  });
});
