import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { addConnection, createCode, getCode, pathsOf } from "../../testing/codes.js";
import { type Client, type Fixture, startFixture } from "../../testing/fixture.js";
import { markPushed, mutatePlacement, place, placementsOf } from "../../testing/placements.js";

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

const missing = "01900000-0000-7000-8000-000000000001";
const add = (input: object, key?: string) => mutatePlacement(client, "add_discount_placements", input, key);

/** Checks that the call wrote nothing, and returns the paths of the errors. */
async function refused(input: object): Promise<string[]> {
  const before = await client.events();
  const { placement, userErrors } = await add(input);
  expect(placement).toBeNull();
  expect(await client.events()).toEqual(before);
  return pathsOf(userErrors);
}

describe("add_discount_placements", () => {
  it.each([
    ["http", "PENDING"],
    ["manual", "NOT_PUSHED"],
  ] as const)("on a connection of provider %s creates a placement that is %s, and emits the event", async (provider, syncStatus) => {
    const connectionId = await addConnection(fixture, client, provider);
    const code = await createCode(client);
    fixture.clock.advance(60_000);
    const now = fixture.clock.now().toISOString();
    const child = { store: { note: "x", list: [1, null] } };
    const { placement, userErrors } = await add({ discountCodeId: code.rowId, connectionId: connectionId.toUpperCase(), child });
    expect(userErrors).toEqual([]);
    expect(placement).toMatchObject({ discountCodeId: code.rowId, connectionId, child, targets: [], syncStatus, syncedAt: null });
    expect(placement).toMatchObject({ createdAt: now, updatedAt: now, lastError: null, discountCode: { updatedAt: now } });
    expect(await placementsOf(client, code.rowId)).toEqual([placement]);
    expect((await client.events()).slice(1)).toMatchObject([
      {
        what: "discount_code.updated",
        recordId: code.rowId,
        data: {
          updatedAt: now,
          placements: [{ placementId: placement?.placementId, connectionId }],
          changed: ["placements", "updatedAt"],
        },
      },
    ]);
  });

  it("accepts id, code or alias, ignoring case, and a null or omitted child", async () => {
    const code = await createCode(client, { code: "Summer", aliased_codes: [{ code: "Émile" }] });
    for (const discountCodeId of [code.rowId.toUpperCase(), "SUMMER", { name: "summer" }, "e\u0301mile", { name: "ÉMILE" }]) {
      const connectionId = await addConnection(fixture, client);
      const { placement } = await add({ discountCodeId, connectionId, child: null });
      expect(placement).toMatchObject({ discountCodeId: code.rowId, connectionId, child: null });
    }
    expect((await placementsOf(client, code.rowId)).length).toBe(5);
  });

  it("does not resolve minted codes; { name } in UUID form is a name", async () => {
    const code = await createCode(client, { code: missing });
    await fixture.admin.query(
      "INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position) VALUES ($1, 'minted', 'MINTED', $2, 2, 0)",
      [client.workspaceId, code.rowId],
    );
    const connectionId = await addConnection(fixture, client);
    expect(await refused({ discountCodeId: "MINTED", connectionId })).toEqual(["input.discountCodeId NOT_FOUND"]);
    expect(await refused({ discountCodeId: missing, connectionId })).toEqual(["input.discountCodeId NOT_FOUND"]);
    expect((await add({ discountCodeId: { name: missing }, connectionId })).placement).toMatchObject({ discountCodeId: code.rowId });
  });

  it("reports all violations at once; records of other workspaces are NOT_FOUND", async () => {
    const theirs = { code: await createCode(client, { code: "Theirs" }), connectionId: await addConnection(fixture, client) };
    client = fixture.client();
    for (const discountCodeId of [missing, theirs.code.rowId, "theirs", "nobody"])
      for (const connectionId of [missing, theirs.connectionId])
        expect(await refused({ discountCodeId, connectionId })).toEqual(["input.connectionId NOT_FOUND", "input.discountCodeId NOT_FOUND"]);
    expect(await refused({ discountCodeId: "a\0", connectionId: missing, child: { note: "\0" } })).toEqual([
      "input.child.note INVALID",
      "input.connectionId NOT_FOUND",
      "input.discountCodeId INVALID",
    ]);
  });

  it("returns TAKEN if the code is already on the connection, and keeps the placement", async () => {
    const connectionId = await addConnection(fixture, client, "http");
    const { rowId } = await createCode(client);
    const placed = await place(client, rowId, connectionId, { a: 1 });
    expect(await refused({ discountCodeId: rowId, connectionId, child: { a: 2 } })).toEqual(["input.connectionId TAKEN"]);
    expect(await placementsOf(client, rowId)).toEqual([placed]);
  });

  it("keeps the sync status of other placements", async () => {
    const [one, two] = [await addConnection(fixture, client, "http"), await addConnection(fixture, client, "http")];
    const { rowId } = await createCode(client, {}, one);
    await markPushed(fixture, client);
    await place(client, rowId, two);
    expect((await placementsOf(client, rowId)).map(({ syncStatus }) => syncStatus)).toEqual(["SYNCED", "PENDING"]);
  });

  it("succeeds for one of two concurrent calls; the other gets TAKEN", async () => {
    const connectionId = await addConnection(fixture, client, "http");
    for (let turn = 0; turn < 5; turn += 1) {
      const code = await createCode(client);
      const answers = await Promise.all(
        [code.rowId, code.code, code.rowId, { name: code.code }].map((discountCodeId) => add({ discountCodeId, connectionId })),
      );
      expect(answers.filter(({ placement }) => placement)).toHaveLength(1);
      expect(answers.flatMap(({ userErrors }) => pathsOf(userErrors))).toEqual(Array(3).fill("input.connectionId TAKEN"));
      expect(await placementsOf(client, code.rowId)).toHaveLength(1);
    }
  });

  it("with a name that moves to another code concurrently, places a code with that name or none", async () => {
    const connectionId = await addConnection(fixture, client);
    const [one, two] = [await createCode(client, { code: "Name" }), await createCode(client, { code: "Other" })];
    const rename = (id: string, code: string) =>
      client.data("mutation ($id: UUID, $body: DiscountCodeBody) { save_discount_code(id: $id, body: $body) { userErrors { code } } }", {
        id,
        body: { code },
      });
    const [, { userErrors }] = await Promise.all([
      rename(one.rowId, "Former").then(() => rename(two.rowId, "Name")),
      add({ discountCodeId: "name", connectionId }),
    ]);
    const events = await client.events();
    const placed = events.filter(({ data }) => (data.changed as string[] | undefined)?.includes("placements"));
    if (userErrors.length > 0) expect(pathsOf(userErrors)).toEqual(["input.discountCodeId NOT_FOUND"]);
    expect(placed.map(({ data }) => data.code)).toEqual(userErrors.length > 0 ? [] : ["Name"]);
  });

  it("repeated with its Idempotency-Key has one effect and the same response", async () => {
    const connectionId = await addConnection(fixture, client);
    const { rowId: discountCodeId } = await createCode(client);
    const first = await add({ discountCodeId, connectionId }, "key");
    expect(await add({ discountCodeId, connectionId }, "key")).toEqual(first);
    expect(await client.events()).toHaveLength(2);
    expect((await getCode(client, discountCodeId))?.placements).toHaveLength(1);
  });
});
