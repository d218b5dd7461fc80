import { beforeAll, describe, expect, it } from "vitest";
import { waitUntil } from "./src/wait-until.js";
import { change } from "./src/website-form.js";
import { codeBody, newWorkspace, type Workspace } from "./src/workspace.js";

const create = `mutation Create($input: CreateDiscountCodeInput!) {
  create_discount_code(input: $input) { discountCode { rowId code status aliasCount tags } userErrors { field code message } }
}`;
interface Created {
  create_discount_code: {
    discountCode: { rowId: string; code: string } | null;
    userErrors: { field: string[]; code: string; message: string }[];
  };
}

describe("discount codes through the public port", () => {
  let mine: Workspace;
  let other: Workspace;
  beforeAll(async () => {
    [mine, other] = await Promise.all([newWorkspace(), newWorkspace()]);
  });

  const createCode = async (workspace: Workspace, changes: Record<string, unknown> = {}) => {
    const { create_discount_code: created } = await workspace.client.data<Created>(create, { input: { body: codeBody(changes) } });
    if (!created.discountCode) throw new Error(JSON.stringify(created.userErrors));
    return created.discountCode;
  };
  const count = async (workspace: Workspace) => {
    const { list_discount_codes: list } = await workspace.client.data<{ list_discount_codes: { totalCount: number } }>(
      "{ list_discount_codes(first: 0, withTotal: true) { totalCount } }",
    );
    return list.totalCount;
  };

  it("are created, saved, listed, aggregated, tagged and deleted", async () => {
    const made = await createCode(mine, { aliased_codes: [{ code: "Alias-One" }], tags: { summer: "orange" } });
    const { save_discount_code: saved } = await mine.client.data<{ save_discount_code: { discountCode: object; userErrors: object[] } }>(
      `mutation ($id: UUID!, $body: DiscountCodeBody) { save_discount_code(id: $id, body: $body) { discountCode { rowId title valuePercent aliasedCodes { code } } userErrors { field code } } }`,
      { id: made.rowId, body: { title: "Renamed" } },
    );
    expect(saved).toEqual({
      discountCode: { rowId: made.rowId, title: "Renamed", valuePercent: "10", aliasedCodes: [{ code: "Alias-One" }] },
      userErrors: [],
    });
    const read = await mine.client.data<Record<string, unknown>>(
      `query ($id: UUID!) {
        get_discount(id: $id) { rowId tags aliasCount exhausted partner { name } placements { placementId } }
        list_discount_codes(filter: { code: { includesInsensitive: "code-" } }, withTotal: true) { nodes { rowId } totalCount pageInfo { hasNextPage } }
        get_discount_codes_aggregates_filtered(filter: {}) { count byStatus { status count } sum { usageCount } max { valuePercent } }
        get_discount_code_tag_facets { name color count }
        get_discount_code_alias_exists(codes: ["ALIAS-one", "nothing"]) { code exists discountCodeId }
      }`,
      { id: made.rowId },
    );
    expect(read).toEqual({
      get_discount: { rowId: made.rowId, tags: { summer: "orange" }, aliasCount: 1, exhausted: false, partner: null, placements: [] },
      list_discount_codes: { nodes: [{ rowId: made.rowId }], totalCount: 1, pageInfo: { hasNextPage: false } },
      get_discount_codes_aggregates_filtered: {
        count: 1,
        byStatus: [
          { status: "EXPIRED", count: 0 },
          { status: "DRAFT", count: 0 },
          { status: "SCHEDULED", count: 0 },
          { status: "ACTIVE", count: 1 },
        ],
        sum: { usageCount: "0" },
        max: { valuePercent: "10" },
      },
      get_discount_code_tag_facets: [{ name: "summer", color: "orange", count: 1 }],
      get_discount_code_alias_exists: [
        { code: "ALIAS-one", exists: true, discountCodeId: made.rowId },
        { code: "nothing", exists: false, discountCodeId: null },
      ],
    });
    const deleted = await change(mine.client, "delete_discount_code", { id: made.rowId }, "deletedId");
    expect(deleted).toEqual({ deletedId: made.rowId, userErrors: [] });
    expect(await count(mine)).toBe(0);
  });

  it("with ten violations return ten userErrors with paths, and write nothing", async () => {
    const before = await count(mine);
    const { create_discount_code: refused } = await mine.client.data<Created>(create, {
      input: {
        connectionId: "00000000-0000-4000-8000-000000000001",
        body: {
          code: "has space",
          aliased_codes: [{ code: "fine" }, { code: "not fine" }, { id: "", code: "x" }],
          title: "",
          display_name: "d".repeat(256),
          value_kind: "percent",
          value_percent: 101,
          value_amount: 5,
          usage_limit: 0,
          start_at: "2030-01-02T00:00:00Z",
          ends_at: "2030-01-01T00:00:00Z",
          origin: "",
          tags: { good: "red", bad: "mauve" },
        },
      },
    });
    const paths = refused.userErrors.map(({ field, code }) => `${field.join(".")} ${code}`).sort();
    expect(paths).toEqual(
      [
        "input.body.code INVALID",
        "input.body.aliased_codes.1.code INVALID",
        "input.body.aliased_codes.2.id TOO_SHORT",
        "input.body.title TOO_SHORT",
        "input.body.display_name TOO_LONG",
        "input.body.value_percent OUT_OF_RANGE",
        "input.body.value_amount INVALID",
        "input.body.usage_limit OUT_OF_RANGE",
        "input.body.ends_at OUT_OF_RANGE",
        "input.body.origin TOO_SHORT",
        "input.body.tags.bad INVALID",
        "input.body.status REQUIRED",
        "input.connectionId NOT_FOUND",
      ].sort(),
    );
    expect(refused.discountCode).toBeNull();
    expect(await count(mine)).toBe(before);
  });

  it("50 concurrent requests with one Idempotency-Key have one effect and one response", async () => {
    const before = await count(mine);
    const input = { body: codeBody() };
    // Repeats a request that waited too long for the first one, as the API asks.
    const createOnce = () =>
      waitUntil("the first request has ended", async () => {
        const answer = await mine.client.call(create, { input }, { "idempotency-key": "fifty-at-once" });
        return answer.body.errors?.[0]?.extensions?.code !== "idempotency_key_in_use" && answer;
      });
    const answers = await Promise.all(Array.from({ length: 50 }, createOnce));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await count(mine)).toBe(before + 1);
    const reused = await mine.client.call(create, { input: { body: codeBody() } }, { "idempotency-key": "fifty-at-once" });
    expect(reused.status).toBe(422);
    expect(reused.body.errors?.[0]?.extensions?.code).toBe("idempotency_key_reused");
    expect(reused.body).not.toHaveProperty("data");
  });

  it("of another workspace are not found by any operation", async () => {
    const theirs = await createCode(other, { tags: { secret: "red" }, aliased_codes: [{ code: "their-alias" }] });
    const missing = "01900000-0000-7000-8000-000000000000";
    const readEverywhere = async (id: string, code: string, tag: string) => {
      const read = await mine.client.call(
        `query ($id: UUID!, $code: String!) {
          get_discount(id: $id) { rowId }
          list_discount_codes(filter: { or: [{ rowId: { equalTo: $id } }, { code: { equalTo: $code } }] }, withTotal: true) { nodes { rowId } totalCount }
          get_discount_codes_aggregates_filtered(filter: { rowId: { equalTo: $id } }) { count }
          get_discount_code_alias_exists(codes: [$code, "their-alias"], excludeDiscountId: $id) { exists discountCodeId }
        }`,
        { id, code },
      );
      const write = await mine.client.call(
        `mutation ($id: UUID!, $tag: String!) {
          save_discount_code(id: $id, body: { title: "Mine now" }) { discountCode { rowId } userErrors { field code message } }
          delete_discount_code(input: { id: $id }) { deletedId userErrors { field code message } }
          bulk_update_discount_code_status(input: { ids: [$id], status: DRAFT }) { discountCodes { rowId } userErrors { field code message } }
          set_discount_tag_color(input: { name: $tag, color: "blue" }) { tag { name } userErrors { field code } }
          bulk_rename_tag_across_workspace_discounts(input: { fromTag: $tag, toTag: "other" }) { discountCodes { rowId } userErrors { field code } }
          bulk_remove_tag_from_workspace_discounts(input: { tag: $tag }) { discountCodes { rowId } userErrors { field code } }
        }`,
        { id, tag },
      );
      return JSON.stringify([read.body, write.body])
        .replaceAll(id, "<id>")
        .replaceAll(/"requestId":"[^"]*"/g, "");
    };
    const foreign = await readEverywhere(theirs.rowId, theirs.code, "secret");
    expect(foreign).toEqual(await readEverywhere(missing, "NO-SUCH-CODE", "nowhere"));
    expect(foreign).toContain("NOT_FOUND");
    const { get_discount: untouched } = await other.client.data<{ get_discount: object }>(
      "query ($id: UUID!) { get_discount(id: $id) { code title tags } }",
      { id: theirs.rowId },
    );
    expect(untouched).toEqual({ code: theirs.code, title: "A code of the tests", tags: { secret: "red" } });
    await createCode(mine, { code: theirs.code });
  });

  it("reject a forged cursor and a cursor of another workspace", async () => {
    await createCode(other);
    await createCode(other);
    const page = await other.client.data<{ list_discount_codes: { pageInfo: { endCursor: string } } }>(
      "{ list_discount_codes(first: 1) { pageInfo { endCursor } } }",
    );
    const cursor = page.list_discount_codes.pageInfo.endCursor;
    const ask = (after: string) =>
      mine.client.call("query ($after: Cursor) { list_discount_codes(first: 1, after: $after) { nodes { rowId } } }", { after });
    for (const after of [cursor, `${cursor.slice(0, -2)}AA`]) {
      const { status, body } = await ask(after);
      expect(status).toBe(200);
      expect(body.data).toEqual({ list_discount_codes: null });
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: "BAD_USER_INPUT", argument: "after" });
    }
  });
});
