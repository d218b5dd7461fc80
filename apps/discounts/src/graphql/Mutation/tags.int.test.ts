import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type Code, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture, type UserError } from "../../testing/fixture.js";
import { seedCodes } from "../../testing/seed-codes.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

interface Answer {
  tag?: object | null;
  discountCodes?: Code[] | null;
  userErrors: UserError[];
}
const request = (operation: string, input: string, output: string) => async (given: object, key?: string) =>
  (
    await client.data<{ answer: Answer }>(
      `mutation ($input: ${input}!) { answer: ${operation}(input: $input) { ${output} userErrors { field code message } } }`,
      { input: given },
      key,
    )
  ).answer;
const codes = "discountCodes { rowId tags updatedAt }";
const recolor = request("set_discount_tag_color", "SetDiscountTagColorInput", "tag { name color count }");
const rename = request("bulk_rename_tag_across_workspace_discounts", "BulkRenameTagAcrossWorkspaceDiscountsInput", codes);
const remove = request("bulk_remove_tag_from_workspace_discounts", "BulkRemoveTagFromWorkspaceDiscountsInput", codes);
const facets = async (first?: number) =>
  (
    await client.data<{ facets: object[] }>(
      "query ($first: Int) { facets: get_discount_code_tag_facets(first: $first) { name color count } }",
      {
        first,
      },
    )
  ).facets;
const updates = async () => (await client.events()).filter(({ what }) => what !== "discount_code.created");

async function tagged() {
  const both = await createCode(client, { tags: { a: "red", b: "blue" } });
  fixture.clock.advance(10);
  const one = await createCode(client, { tags: { a: "red" } });
  const none = await createCode(client);
  fixture.clock.advance(1000);
  return { both, one, none };
}

describe("get_discount_code_tag_facets", () => {
  it("counts codes, the most used first, then by name, without unused tags", async () => {
    await tagged();
    const { rowId } = await createCode(client, { tags: { Z: "pink", gone: "gray" } });
    await client.data(
      "mutation ($id: UUID!) { save_discount_code(id: $id, body: { tags: { Z: pink } }) { userErrors { code } } }".replace(
        "pink",
        '"pink"',
      ),
      {
        id: rowId,
      },
    );
    expect(await facets()).toEqual([
      { name: "a", color: "red", count: 2 },
      { name: "Z", color: "pink", count: 1 },
      { name: "b", color: "blue", count: 1 },
    ]);
    expect(await facets(1)).toEqual([{ name: "a", color: "red", count: 2 }]);
    expect(await facets(0)).toEqual([]);
    client = fixture.client();
    expect(await facets()).toEqual([]);
  });

  it("rejects first out of range", async () => {
    const { data, errors } = await client.call("{ get_discount_code_tag_facets(first: 1001) { name } }");
    expect(data).toEqual({ get_discount_code_tag_facets: null });
    expect(errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "first" });
  });
});

describe("set_discount_tag_color", () => {
  it("changes the color on all codes and emits one event", async () => {
    const { both, one } = await tagged();
    expect(await recolor({ name: "a", color: "green" })).toEqual({ tag: { name: "a", color: "green", count: 2 }, userErrors: [] });
    expect((await getCode(client, both.rowId))?.tags).toEqual({ a: "green", b: "blue" });
    expect(await getCode(client, one.rowId)).toEqual({ ...one, tags: { a: "green" } });
    expect(await updates()).toEqual([{ what: "tag.recolored", recordId: "a", data: { name: "a", color: "green" } }]);
    await recolor({ name: "a", color: "green" });
    expect(await updates()).toHaveLength(1);
  });

  it("rejects an unknown tag, another workspace's tag and an invalid color", async () => {
    await tagged();
    expect(pathsOf((await recolor({ name: "A", color: "green" })).userErrors)).toEqual(["input.name NOT_FOUND"]);
    expect(pathsOf((await recolor({ name: "", color: "mauve" })).userErrors)).toEqual(["input.color INVALID", "input.name TOO_SHORT"]);
    const owner = client;
    client = fixture.client();
    expect(pathsOf((await recolor({ name: "a", color: "green" })).userErrors)).toEqual(["input.name NOT_FOUND"]);
    client = owner;
    expect(await updates()).toEqual([]);
    expect(await facets(1)).toEqual([{ name: "a", color: "red", count: 2 }]);
  });
});

describe("bulk_rename_tag_across_workspace_discounts", () => {
  it("renames the tag on all codes, keeps its color, and emits an event per code", async () => {
    const { both, one, none } = await tagged();
    const { discountCodes } = await rename({ fromTag: "a", toTag: "z" }, "key");
    const updatedAt = fixture.clock.now().toISOString();
    expect(discountCodes).toEqual([
      { rowId: one.rowId, tags: { z: "red" }, updatedAt },
      { rowId: both.rowId, tags: { b: "blue", z: "red" }, updatedAt },
    ]);
    expect((await getCode(client, both.rowId))?.tags).toEqual({ b: "blue", z: "red" });
    expect(await getCode(client, none.rowId)).toEqual(none);
    expect((await updates()).map(({ what, recordId, data }) => [what, recordId, data.changed])).toEqual([
      ["discount_code.updated", one.rowId, ["tags", "updatedAt"]],
      ["discount_code.updated", both.rowId, ["tags", "updatedAt"]],
    ]);
    expect((await rename({ fromTag: "a", toTag: "z" }, "key")).discountCodes).toEqual(discountCodes);
    expect(await updates()).toHaveLength(2);
  });

  it("to an existing tag merges both and keeps the existing color", async () => {
    const { both, one } = await tagged();
    await rename({ fromTag: "a", toTag: "b" });
    expect((await getCode(client, both.rowId))?.tags).toEqual({ b: "blue" });
    expect((await getCode(client, one.rowId))?.tags).toEqual({ b: "blue" });
    expect(await facets()).toEqual([{ name: "b", color: "blue", count: 2 }]);
  });

  it("to a name that is no longer used keeps the renamed tag's color", async () => {
    await tagged();
    await remove({ tag: "b" });
    await rename({ fromTag: "a", toTag: "b" });
    expect(await facets()).toEqual([{ name: "b", color: "red", count: 2 }]);
  });

  it("to itself changes nothing; an unknown tag or another workspace's is NOT_FOUND", async () => {
    await tagged();
    expect(await rename({ fromTag: "a", toTag: "a" })).toEqual({ discountCodes: [], userErrors: [] });
    expect(pathsOf((await rename({ fromTag: "x", toTag: "y" })).userErrors)).toEqual(["input.fromTag NOT_FOUND"]);
    expect(pathsOf((await rename({ fromTag: "", toTag: "t".repeat(181) })).userErrors)).toEqual([
      "input.fromTag TOO_SHORT",
      "input.toTag TOO_LONG",
    ]);
    expect(await updates()).toEqual([]);
    client = fixture.client();
    expect(pathsOf((await rename({ fromTag: "a", toTag: "y" })).userErrors)).toEqual(["input.fromTag NOT_FOUND"]);
  });

  it("during concurrent creation of codes leaves no tag without a color", async () => {
    await tagged();
    await Promise.all([
      ...Array.from({ length: 6 }, () => createCode(client, { tags: { a: "red" } })),
      rename({ fromTag: "a", toTag: "c" }),
      ...Array.from({ length: 6 }, () => createCode(client, { tags: { a: "red" } })),
    ]);
    for (const facet of await facets())
      expect(facet).toMatchObject({ color: { a: "red", b: "blue", c: "red" }[(facet as { name: string }).name] });
  });
});

describe("bulk_remove_tag_from_workspace_discounts", () => {
  it("removes the tag from all codes and emits an event per code", async () => {
    const { both, one } = await tagged();
    const { discountCodes } = await remove({ tag: "a" }, "key");
    expect(discountCodes?.map(({ rowId, tags }) => [rowId, tags])).toEqual([
      [one.rowId, {}],
      [both.rowId, { b: "blue" }],
    ]);
    expect(await updates()).toHaveLength(2);
    expect((await remove({ tag: "a" }, "key")).discountCodes).toEqual(discountCodes);
    expect(pathsOf((await remove({ tag: "a" })).userErrors)).toEqual(["input.tag NOT_FOUND"]);
    expect(await facets()).toEqual([{ name: "b", color: "blue", count: 1 }]);
  });

  it("is rejected above the maximum number of codes, and changes none", async () => {
    await seedCodes((text, values) => fixture.admin.query(text, values), { workspaceId: client.workspaceId, count: 50_001 });
    await fixture.admin.query("UPDATE discount_codes SET tag_names = '{all}' WHERE workspace_id = $1", [client.workspaceId]);
    expect(pathsOf((await remove({ tag: "all" })).userErrors)).toEqual(["input.tag LIMIT_EXCEEDED"]);
    expect(pathsOf((await rename({ fromTag: "all", toTag: "x" })).userErrors)).toEqual(["input.fromTag LIMIT_EXCEEDED"]);
    expect(await facets(1)).toMatchObject([{ name: "all", count: 50_001 }]);
    expect(await client.events()).toEqual([]);
  });

  it("of another workspace is NOT_FOUND and removes nothing", async () => {
    await tagged();
    const owner = client;
    client = fixture.client();
    expect(pathsOf((await remove({ tag: "a" })).userErrors)).toEqual(["input.tag NOT_FOUND"]);
    client = owner;
    expect(await updates()).toEqual([]);
    expect(await facets(1)).toEqual([{ name: "a", color: "red", count: 2 }]);
  });
});
