import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, answerOf, type Code, codeFields, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { markPushed, syncVersions } from "../../testing/placements.js";

let fixture: Fixture;
let client: Client;
beforeAll(async () => {
  fixture = await startFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
  fixture.clock.advance(1000);
});

const answer = `discountCode { ${codeFields} } userErrors { field code message }`;
const bare = `mutation ($id: UUID, $connectionId: UUID, $body: DiscountCodeBody) {
  answer: save_discount_code(id: $id, connectionId: $connectionId, body: $body) { ${answer} } }`;
const wrapped = `mutation ($input: SaveDiscountCodeInput, $body: DiscountCodeBody) { answer: save_discount_code(input: $input, body: $body) { ${answer} } }`;
const save = (variables: object, key?: string) => answerOf(client, bare, variables, key);
const whats = async () => (await client.events()).map(({ what }) => what);

/** Checks that the save wrote nothing, and returns the paths of the errors. */
async function refused(variables: object, mutation = bare): Promise<string[]> {
  const before = await client.events();
  const { discountCode, userErrors } = await answerOf(client, mutation, variables);
  expect(discountCode).toBeNull();
  expect(await client.events()).toEqual(before);
  return pathsOf(userErrors);
}

describe("save_discount_code with an id", () => {
  it("changes only supplied fields and emits their names", async () => {
    const code = await createCode(client, { aliased_codes: [{ code: "a" }], tags: { x: "red" }, usage_limit: 3 });
    fixture.clock.advance(60_000);
    const { discountCode } = await save({
      id: code.rowId.toUpperCase(),
      body: { title: "New", value_kind: "amount", value_amount: 5, value_percent: null },
    });
    expect(discountCode).toEqual({
      ...code,
      title: "New",
      valueKind: "amount",
      valuePercent: null,
      valueAmount: "5",
      updatedAt: fixture.clock.now().toISOString(),
    });
    expect(await getCode(client, code.rowId)).toEqual(discountCode);
    const [, event] = await client.events();
    expect(event).toMatchObject({ what: "discount_code.updated", recordId: code.rowId, data: { title: "New", valueAmount: "5" } });
    expect(event?.data.changed).toEqual(["title", "valueKind", "valuePercent", "valueAmount", "updatedAt"]);
  });

  it("never moves updatedAt back", async () => {
    const code = await createCode(client);
    // Simulates a replica whose clock is behind. Consumers order events by `updatedAt`.
    fixture.clock.advance(-1000);
    const { discountCode } = await save({ id: code.rowId, body: { aliased_codes: [{ code: "second" }] } });
    fixture.clock.advance(1000);
    expect(discountCode?.updatedAt).toBe(code.updatedAt);
    expect((await client.events()).at(-1)).toMatchObject({ data: { updatedAt: code.updatedAt, aliasedCodes: [{ code: "second" }] } });
  });

  it("that changes nothing writes and emits nothing", async () => {
    const code = await createCode(client, {
      aliased_codes: [{ code: "a" }],
      tags: { x: "red", b: "blue" },
      start_at: "2026-01-01T00:00:00Z",
    });
    const before = await client.events();
    fixture.clock.advance(60_000);
    const body = {
      code: code.code,
      aliased_codes: [{ code: "a" }],
      tags: { b: "blue", x: "red" },
      value_percent: 10.0,
      start_at: "2026-01-01T01:00:00+01:00",
    };
    expect((await save({ id: code.rowId, body })).discountCode).toEqual(code);
    expect(await client.events()).toEqual(before);
  });

  it("replaces aliases, tags and placements as sets; aliases and placements keep their ids", async () => {
    const [one, two, three] = [
      await addConnection(fixture, client),
      await addConnection(fixture, client),
      await addConnection(fixture, client, "http"),
    ];
    const code = await createCode(client, {
      aliased_codes: [{ code: "a" }, { id: "own", code: "b" }],
      tags: { x: "red", y: "blue" },
      placements: [{ connectionId: one }, { connectionId: two, child: { a: 1 } }],
    });
    const { discountCode } = await save({
      id: code.rowId,
      connectionId: three,
      body: { aliased_codes: [{ code: "c" }, { code: "A" }], tags: { y: "blue" }, placements: [{ connectionId: two, child: { a: 2 } }] },
    });
    const aliases = code.aliasedCodes as { id: string }[];
    const placements = code.placements as { placementId: string; connectionId: string }[];
    expect(discountCode?.aliasedCodes).toEqual([
      { id: expect.any(String), code: "c" },
      { id: aliases[0]?.id, code: "A" },
    ]);
    expect(discountCode?.aliasCount).toBe(2);
    expect(discountCode?.tags).toEqual({ y: "blue" });
    expect(discountCode?.placements).toMatchObject([
      { placementId: placements.find(({ connectionId }) => connectionId === two)?.placementId, child: { a: 2 }, syncStatus: "NOT_PUSHED" },
      { connectionId: three, child: null, syncStatus: "PENDING" },
    ]);
    expect((await save({ body: { code: "B" } })).discountCode?.rowId).not.toBe(code.rowId);
  });

  it("adds a placement on connectionId once", async () => {
    const connectionId = await addConnection(fixture, client);
    const code = await createCode(client);
    for (const _ of [1, 2]) await save({ id: code.rowId, connectionId, body: {} });
    expect((await getCode(client, code.rowId))?.placements).toMatchObject([{ connectionId }]);
    expect(await whats()).toEqual(["discount_code.created", "discount_code.updated"]);
  });

  it("sets placements to PENDING only if fields that stores receive change", async () => {
    const [store, manual] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "manual")];
    const { rowId: id } = await createCode(client, { placements: [{ connectionId: store }, { connectionId: manual }] });
    const statusesAfter = async (body: object) => {
      await markPushed(fixture, client);
      const { discountCode } = await save({ id, body });
      const placements = (discountCode?.placements ?? []) as { syncStatus: string }[];
      expect((await getCode(client, id))?.placements).toEqual(placements);
      return placements.map(({ syncStatus }) => syncStatus);
    };
    const emitted = [
      { code: "Renamed" },
      { aliased_codes: [{ code: "a" }] },
      { title: "New" },
      { display_name: "Shown" },
      { value_percent: 11 },
      { value_kind: "amount", value_percent: null, value_amount: 5 },
      { usage_limit: 7 },
      { start_at: "2026-01-01T00:00:00Z" },
      { ends_at: "2027-01-01T00:00:00Z" },
      { one_time_purchase: true },
      { status: "DRAFT" },
      { is_public: true },
    ];
    for (const body of emitted) expect(await statusesAfter(body), JSON.stringify(body)).toEqual(["PENDING", "NOT_PUSHED"]);
    for (const body of [{ tags: { x: "red" } }, { origin: "here" }, { public_tier: "QUICK" }, { title: "New" }])
      expect(await statusesAfter(body), JSON.stringify(body)).toEqual(["SYNCED", "NOT_PUSHED"]);
    expect(Object.values(await syncVersions(fixture, client)).sort((one, other) => one - other)).toEqual([0, emitted.length]);
  });

  it("validates rules across fields on the resulting code", async () => {
    const { rowId: id } = await createCode(client, { start_at: "2026-01-01T00:00:00Z", ends_at: "2026-02-01T00:00:00Z" });
    expect(await refused({ id, body: { value_kind: "amount" } })).toEqual(["body.value_amount REQUIRED", "body.value_percent INVALID"]);
    expect(await refused({ id, body: { start_at: "2026-03-01T00:00:00Z" } })).toEqual(["body.start_at OUT_OF_RANGE"]);
    expect(await refused({ id, body: { value_percent: null } })).toEqual(["body.value_percent REQUIRED"]);
    expect((await save({ id, body: { start_at: "2026-03-01T00:00:00Z", ends_at: null } })).userErrors).toEqual([]);
  });

  it("rejects another code's name, its own alias, and null", async () => {
    await createCode(client, { code: "Other", aliased_codes: [{ code: "Other-Alias" }] });
    const { rowId: id } = await createCode(client, { code: "Own", aliased_codes: [{ code: "Own-Alias" }] });
    expect(await refused({ id, body: { code: "OTHER-ALIAS" } })).toEqual(["body.code TAKEN"]);
    expect(await refused({ id, body: { code: "own-alias" } })).toEqual(["body.code TAKEN"]);
    expect(await refused({ id, body: { aliased_codes: [{ code: "OWN" }, { code: "other" }] } })).toEqual([
      "body.aliased_codes.0.code TAKEN",
      "body.aliased_codes.1.code TAKEN",
    ]);
    expect(await refused({ id, body: { title: null, status: null, tags: null } })).toEqual([
      "body.status REQUIRED",
      "body.tags REQUIRED",
      "body.title REQUIRED",
    ]);
    const swapped = await save({ id, body: { code: "own-alias", aliased_codes: [{ code: "OWN" }] } });
    expect(swapped.discountCode).toMatchObject({ code: "own-alias", aliasedCodes: [{ code: "OWN" }] });
  });

  it("that is unknown or of another workspace is reported with all other violations", async () => {
    const theirs = await createCode(client);
    client = fixture.client();
    const missing = { id: "01900000-0000-7000-8000-000000000001", body: { value_percent: 101 } };
    expect(await refused(missing)).toEqual(["body.value_percent OUT_OF_RANGE", "id NOT_FOUND"]);
    expect(await refused({ ...missing, id: theirs.rowId })).toEqual(["body.value_percent OUT_OF_RANGE", "id NOT_FOUND"]);
  });

  it("by many concurrent calls loses no change", async () => {
    const { rowId: id } = await createCode(client);
    const fields = ["title", "display_name", "origin"];
    await Promise.all(fields.map((field) => save({ id, body: { [field]: `by ${field}` } })));
    expect(await getCode(client, id)).toMatchObject({ title: "by title", displayName: "by display_name", origin: "by origin" });
    const events = await client.events();
    expect(events.at(-1)?.data).toMatchObject({ title: "by title", displayName: "by display_name", origin: "by origin" });
  });

  it("by two concurrent calls keeps the rules across fields; the second gets the violation", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { rowId: id } = await createCode(client, { start_at: "2026-01-01T00:00:00Z", ends_at: "2026-12-01T00:00:00Z" });
      const answers = await Promise.all([
        save({ id, body: { start_at: "2026-10-01T00:00:00Z", aliased_codes: [{ code: `a${turn}` }] } }),
        save({ id, body: { ends_at: "2026-05-01T00:00:00Z", aliased_codes: [{ code: `b${turn}` }, { code: `c${turn}` }] } }),
      ]);
      expect(answers.filter(({ discountCode }) => discountCode)).toHaveLength(1);
      expect(answers.flatMap(({ userErrors }) => userErrors.map(({ code }) => code))).toEqual(["OUT_OF_RANGE"]);
      const { aliasCount, aliasedCodes } = (await getCode(client, id)) as unknown as { aliasCount: number; aliasedCodes: object[] };
      expect(aliasedCodes).toHaveLength(aliasCount);
    }
  });
});

describe("save_discount_code without an id", () => {
  it("finds the code ignoring case and stores the new spelling", async () => {
    const code = await createCode(client, { code: "Summer" });
    const { discountCode } = await save({ body: { code: "SUMMER", title: "Hot" } });
    expect(discountCode).toMatchObject({ rowId: code.rowId, code: "SUMMER", title: "Hot" });
  });

  it("creates a code with defaults", async () => {
    const { discountCode } = await save({ body: { code: "Fresh" } });
    expect(discountCode).toMatchObject({
      code: "Fresh",
      title: "Fresh",
      status: "DRAFT",
      valueKind: "percent",
      valuePercent: "0",
      valueAmount: null,
      usageLimit: null,
      oneTimePurchase: false,
      isPublic: false,
      tags: {},
      aliasedCodes: [],
      createdBy: "SERVICE",
    });
    expect(await whats()).toEqual(["discount_code.created"]);
  });

  it("does not look up aliases", async () => {
    await createCode(client, { aliased_codes: [{ code: "Nick" }] });
    expect(await refused({ body: { code: "NICK" } })).toEqual(["body.code TAKEN"]);
  });

  it("requires a code and does not query the database for an invalid one", async () => {
    expect(await refused({ body: { title: "x" } })).toEqual(["body.code REQUIRED"]);
    expect(await refused({ body: { code: null } })).toEqual(["body.code REQUIRED"]);
    expect(await refused({ body: { code: "a\0" } })).toEqual(["body.code INVALID"]);
  });

  it("by many concurrent calls creates one code, which all of them update", async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => save({ body: { code: turn % 2 ? "RACE" : "race", title: `turn ${turn}` } })),
    );
    expect(new Set(answers.map(({ discountCode }) => discountCode?.rowId)).size).toBe(1);
    expect(answers.flatMap(({ userErrors }) => userErrors)).toEqual([]);
    expect((await whats()).filter((what) => what === "discount_code.created")).toHaveLength(1);
  });

  it("repeated with its Idempotency-Key has one effect and the same response", async () => {
    const first = await save({ body: { code: "Once" } }, "key");
    await save({ body: { code: "Once", title: "Later" } });
    expect(await save({ body: { code: "Once" } }, "key")).toEqual(first);
    expect(await whats()).toEqual(["discount_code.created", "discount_code.updated"]);
  });
});

describe("save_discount_code's arguments", () => {
  it("are passed directly or in input, and paths reflect it", async () => {
    const { discountCode } = await answerOf(client, wrapped, { input: { body: { code: "In" } } });
    expect(discountCode?.code).toBe("In");
    expect(await refused({ input: { body: { code: "a b" } } }, wrapped)).toEqual(["input.body.code INVALID"]);
    expect(await refused({ body: { code: "a b" } })).toEqual(["body.code INVALID"]);
    expect(await refused({ input: { id: (discountCode as Code).rowId, body: {} }, body: {} }, wrapped)).toEqual(["input INVALID"]);
    expect(await refused({})).toEqual(["input REQUIRED"]);
    expect(await refused({ id: discountCode?.rowId })).toEqual(["body REQUIRED"]);
  });
});
