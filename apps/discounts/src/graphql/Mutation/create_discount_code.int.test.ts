import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { addConnection, answerOf, bodyOf, codeFields, createCode, createMutation, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
const fresh = () => {
  client = fixture.client();
  return client;
};

const create = (body: object, connectionId?: string, idempotencyKey?: string) =>
  answerOf(client, createMutation, { input: { body, connectionId } }, idempotencyKey);
const count = async () =>
  Number((await fixture.admin.query("SELECT count(*) FROM discount_codes WHERE workspace_id = $1", [client.workspaceId])).rows[0].count);

describe("create_discount_code", () => {
  it("writes and returns all fields; the event has the complete record", async () => {
    fresh();
    const connectionId = await addConnection(fixture, client, "http");
    const { discountCode, userErrors } = await create(
      {
        ...bodyOf(),
        code: "Sömmer10",
        aliased_codes: [{ id: "mine", code: "Alias-B" }, { code: "alias-a" }],
        title: "Summer",
        display_name: "Summer sale",
        value_percent: 12.5,
        usage_limit: 5,
        start_at: "2026-06-05T00:00:00+02:00",
        ends_at: "2026-07-01T00:00:00Z",
        one_time_purchase: true,
        status: "SCHEDULED",
        is_public: true,
        public_tier: "QUICK",
        origin: "newsletter",
        tags: { vip: "red", "50%_off": "blue" },
        placements: [{ connectionId, child: { store: { any: [1, null, "x"] } } }],
      },
      connectionId,
    );
    expect(userErrors).toEqual([]);
    expect(discountCode).toEqual({
      rowId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      workspaceId: client.workspaceId,
      createdAt: "2026-06-01T12:00:00.000Z",
      updatedAt: "2026-06-01T12:00:00.000Z",
      code: "Sömmer10",
      aliasedCodes: [
        { id: "mine", code: "Alias-B" },
        { id: expect.any(String), code: "alias-a" },
      ],
      aliasCount: 2,
      title: "Summer",
      displayName: "Summer sale",
      valueKind: "percent",
      valuePercent: "12.5",
      valueAmount: null,
      usageLimit: 5,
      usageCount: 0,
      exhausted: false,
      startAt: "2026-06-04T22:00:00.000Z",
      endsAt: "2026-07-01T00:00:00.000Z",
      oneTimePurchase: true,
      status: "SCHEDULED",
      isPublic: true,
      publicTier: "QUICK",
      tier: "QUICK",
      origin: "newsletter",
      createdBy: "SERVICE",
      tags: { "50%_off": "blue", vip: "red" },
      partnerId: null,
      partner: null,
      placements: [
        {
          placementId: expect.any(String),
          connectionId,
          child: { store: { any: [1, null, "x"] } },
          syncStatus: "PENDING",
          connection: { slug: expect.stringMatching(/^store-/) },
          targets: [],
          discountCode: { rowId: discountCode?.rowId },
        },
      ],
    });
    expect(await getCode(client, discountCode?.rowId ?? "")).toEqual(discountCode);
    expect(await client.events()).toMatchObject([
      {
        what: "discount_code.created",
        recordId: discountCode?.rowId,
        data: {
          code: "Sömmer10",
          valuePercent: "12.5",
          tags: { vip: "red" },
          aliasedCodes: discountCode?.aliasedCodes,
          placements: [{ connectionId }],
        },
      },
    ]);
  });

  it("reports all violations with their paths, writes nothing and emits nothing", async () => {
    fresh();
    await createCode(client, { code: "Taken", aliased_codes: [{ code: "taken-alias" }] });
    const before = (await client.events()).length;
    const { discountCode, userErrors } = await create(
      {
        code: "TAKEN",
        aliased_codes: [{ code: "x" }, { code: "not fine" }, { id: "", code: "taken" }, { code: "X" }, { code: "Taken-Alias" }],
        title: "",
        display_name: "d".repeat(256),
        value_kind: "percent",
        value_percent: 33.33333,
        value_amount: 5,
        usage_limit: 0,
        start_at: "2030-01-02T00:00:00Z",
        ends_at: "2030-01-02T00:00:00Z",
        origin: "",
        is_public: null,
        tags: { good: "red", bad: "mauve", ["n".repeat(181)]: "red" },
        placements: [{ connectionId: "nowhere" }, { connectionId: "01900000-0000-7000-8000-000000000001" }],
      },
      "01900000-0000-7000-8000-000000000002",
    );
    expect(pathsOf(userErrors)).toEqual(
      [
        "input.body.code TAKEN",
        "input.body.aliased_codes.1.code INVALID",
        "input.body.aliased_codes.2.id TOO_SHORT",
        "input.body.aliased_codes.2.code TAKEN",
        "input.body.aliased_codes.3.code TAKEN",
        "input.body.aliased_codes.4.code TAKEN",
        "input.body.title TOO_SHORT",
        "input.body.display_name TOO_LONG",
        "input.body.value_percent INVALID",
        "input.body.value_amount INVALID",
        "input.body.usage_limit OUT_OF_RANGE",
        "input.body.ends_at OUT_OF_RANGE",
        "input.body.origin TOO_SHORT",
        "input.body.is_public REQUIRED",
        "input.body.status REQUIRED",
        "input.body.tags.bad INVALID",
        `input.body.tags.${"n".repeat(181)} TOO_LONG`,
        "input.body.placements.0.connectionId NOT_FOUND",
        "input.body.placements.1.connectionId NOT_FOUND",
        "input.connectionId NOT_FOUND",
      ].sort(),
    );
    expect(discountCode).toBeNull();
    expect(await count()).toBe(1);
    expect(await client.events()).toHaveLength(before);
  });

  it("reports texts that the database cannot store as violations", async () => {
    fresh();
    const { userErrors } = await create({ ...bodyOf(), code: "a\0b", aliased_codes: [{ code: "\ud800" }], tags: { "a\0": "red" } });
    expect(pathsOf(userErrors)).toEqual(["input.body.aliased_codes.0.code INVALID", "input.body.code INVALID", "input.body.tags INVALID"]);
  });

  it("in another workspace does not conflict with this one's codes, nor find its connections", async () => {
    fresh();
    const connectionId = await addConnection(fixture, client);
    await createCode(client, { code: "Mine" });
    fresh();
    expect((await create({ ...bodyOf(), code: "MINE" })).userErrors).toEqual([]);
    const { userErrors } = await create(bodyOf(), connectionId);
    const missing = await create(bodyOf(), "01900000-0000-7000-8000-000000000001");
    expect(userErrors).toEqual(missing.userErrors);
    expect(pathsOf(userErrors)).toEqual(["input.connectionId NOT_FOUND"]);
  });

  it("of one code by many concurrent calls succeeds once; the others get TAKEN", async () => {
    fresh();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        turn % 2 === 0
          ? create({ ...bodyOf(), code: turn % 4 ? "RACE" : "race" })
          : create({ ...bodyOf(), aliased_codes: [{ code: "b" }, { code: "Race" }, { code: "a" }] }),
      ),
    );
    expect(answers.filter(({ discountCode }) => discountCode)).toHaveLength(1);
    for (const { userErrors } of answers.filter(({ discountCode }) => !discountCode))
      expect(userErrors.map(({ code }) => code)).toContain("TAKEN");
    expect((await client.events()).map(({ what }) => what)).toEqual(["discount_code.created"]);
  });

  it("repeated with its Idempotency-Key has one effect and the same response, even after the code changed", async () => {
    fresh();
    const body = bodyOf({ aliased_codes: [{ code: "once" }] });
    const first = await create(body, undefined, "the-key");
    await client.data(`mutation ($id: UUID!) { save_discount_code(id: $id, body: { aliased_codes: [] }) { userErrors { code } } }`, {
      id: first.discountCode?.rowId,
    });
    expect(await create(body, undefined, "the-key")).toEqual(first);
    expect(await count()).toBe(1);
  });

  it("accepts 1000 aliases and rejects 1001", async () => {
    fresh();
    const aliases = (length: number) => Array.from({ length }, (_, index) => ({ code: `alias-${index}` }));
    const { userErrors } = await create({ ...bodyOf(), aliased_codes: aliases(1001) });
    expect(pathsOf(userErrors)).toEqual(["input.body.aliased_codes LIMIT_EXCEEDED"]);
    const { discountCode } = await create({ ...bodyOf(), aliased_codes: aliases(1000) });
    expect(discountCode?.aliasCount).toBe(1000);
    expect(discountCode?.aliasedCodes).toHaveLength(1000);
  });

  it("changes the color of an existing tag everywhere and emits an event", async () => {
    fresh();
    const old = await createCode(client, { tags: { vip: "red" } });
    await createCode(client, { tags: { vip: "blue" } });
    expect((await getCode(client, old.rowId))?.tags).toEqual({ vip: "blue" });
    expect((await client.events()).map(({ what, recordId }) => `${what} ${what.startsWith("tag") ? recordId : ""}`.trim())).toEqual([
      "discount_code.created",
      "discount_code.created",
      "tag.recolored vip",
    ]);
  });

  it("loads fields of many codes with one statement per kind", async () => {
    fresh();
    const connectionId = await addConnection(fixture, client);
    for (const name of ["one", "two"])
      await createCode(client, { code: name, tags: { t: "red" }, aliased_codes: [{ code: `${name}-a` }] }, connectionId);
    const { list } = await client.data<{ list: { nodes: { code: string; aliasedCodes: object[]; placements: object[] }[] } }>(
      `{ list: list_discount_codes(orderBy: [CODE_ASC]) { nodes { ${codeFields} } } }`,
    );
    expect(list.nodes.map(({ code, aliasedCodes, placements }) => [code, aliasedCodes.length, placements.length])).toEqual([
      ["one", 1, 1],
      ["two", 1, 1],
    ]);
  });
});

describe("the warnings of mutations of discount codes", () => {
  const inputs: Readonly<Record<string, string>> = {
    create_discount_code: "CreateDiscountCodeInput",
    save_discount_code: "SaveDiscountCodeInput",
    add_discount_placements: "AddDiscountPlacementsInput",
    remove_discount_placement: "RemoveDiscountPlacementInput",
    bulk_update_discount_code_status: "BulkUpdateDiscountCodeStatusInput",
    generate_discount_codes: "GenerateDiscountCodesInput",
  };
  const warningsOf = async (operation: string, input: object) => {
    const mutation = `mutation ($input: ${inputs[operation]}!) { answer: ${operation}(input: $input) { userErrors { code } } }`;
    const { data, extensions } = await client.call(mutation, { input });
    expect(data).toEqual({ answer: { userErrors: [] } });
    return (extensions?.warnings ?? []).map((warning) => {
      expect(warning.operation).toBe(operation);
      return `${warning.code} ${warning.recordIds.length} ${warning.next.operation}`;
    });
  };
  const [onNoStore, expired, notActive] = [
    "CODE_ON_NO_STORE 1 add_discount_placements",
    "CODE_EXPIRED 1 save_discount_code",
    "CODE_NOT_ACTIVE 1 save_discount_code",
  ];
  const [past, future] = ["2026-05-01T00:00:00Z", "2026-07-01T00:00:00Z"];

  it.each<[string, object, string[]]>([
    ["without a placement", {}, [onNoStore]],
    ["that starts later", { status: "SCHEDULED", start_at: future }, [onNoStore]],
    ["whose end has passed", { ends_at: past }, [expired]],
    ["that never starts", { status: "SCHEDULED" }, [notActive, onNoStore]],
    ["that the caller drafts", { status: "DRAFT" }, []],
    ["that the caller expires", { status: "EXPIRED", ends_at: past }, []],
  ])("name what a new code lacks: a code %s", async (_name, body, expected) => {
    fresh();
    expect(await warningsOf("create_discount_code", { body: { ...bodyOf(), ...body } })).toEqual(expected);
    const placed = { ...bodyOf(), ...body, placements: [{ connectionId: await addConnection(fixture, client) }] };
    expect(await warningsOf("create_discount_code", { body: placed })).toEqual(expected.filter((one) => one !== onNoStore));
  });

  it("name what a changed code lacks, except the status that the call sets", async () => {
    fresh();
    const connectionId = await addConnection(fixture, client);
    const { rowId } = await createCode(client, { code: "FIRST", status: "DRAFT" });
    const save = (body: object) => warningsOf("save_discount_code", { id: rowId, body });
    expect(await save({ title: "New" })).toEqual([notActive, onNoStore]);
    expect(await save({ status: "DRAFT" })).toEqual([]);
    expect(await save({ status: "ACTIVE" })).toEqual([onNoStore]);
    expect(await warningsOf("add_discount_placements", { connectionId, discountCodeId: rowId })).toEqual([]);
    expect(await save({ title: "Newer" })).toEqual([]);
    expect(await save({ ends_at: past })).toEqual([expired]);
    expect(await save({ ends_at: null })).toEqual([]);
    const placements = (await getCode(client, rowId))?.placements as { placementId: string }[] | undefined;
    expect(await warningsOf("remove_discount_placement", { placementId: placements?.[0]?.placementId })).toEqual([onNoStore]);
    await save({ status: "EXPIRED" });
    expect(await warningsOf("add_discount_placements", { connectionId, discountCodeId: rowId })).toEqual([expired]);
  });

  it("count the codes of a bulk change and of a generation", async () => {
    fresh();
    const ids = await Promise.all(["A", "B"].map(async (code) => (await createCode(client, { code, status: "DRAFT" })).rowId));
    const bulk = (status: string) => warningsOf("bulk_update_discount_code_status", { ids, status });
    expect(await bulk("ACTIVE")).toEqual(["CODE_ON_NO_STORE 2 add_discount_placements"]);
    expect(await bulk("DRAFT")).toEqual([]);
    const { code: _code, aliased_codes: _aliases, ...body } = bodyOf();
    expect(await warningsOf("generate_discount_codes", { count: 2, body })).toEqual([onNoStore]);
    const connectionId = await addConnection(fixture, client);
    expect(await warningsOf("generate_discount_codes", { count: 2, body, connectionId })).toEqual([]);
  });
});
