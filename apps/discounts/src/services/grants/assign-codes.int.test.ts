import { grantExpired, grantReversed } from "@offergraph/shared/contracts/events/incentives";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { createCode, getCode } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { grantOf, requestOf } from "../../testing/grants.js";
import { type GrantsFixture, grantEvent, requested, startGrantsFixture } from "../../testing/grants-fixture.js";
import { deleteCode, saveCode } from "../../testing/pushes.js";

let fixture: GrantsFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startGrantsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const aliases = (...codes: string[]) => codes.map((code) => ({ code }));
const count = async (table: string) =>
  (await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [client.workspaceId])).rowCount;

describe("a grant that requests a code", () => {
  it("gets its own minted code, which is in no list of the discount code", async () => {
    const before = await createCode(client, { aliased_codes: aliases("one") });
    const request = requestOf(before.rowId, { prefix: "THX-" });
    await fixture.emitEvent([requested(client, request)]);
    const [given, ...more] = await fixture.emitted(client);
    expect(given).toEqual({
      type: "issued",
      grantId: request.rowId,
      discountCodeId: before.rowId,
      delivery: "UNIQUE",
      code: expect.stringMatching(/^THX-[A-Z2-9]{10}$/),
      startsAt: null,
    });
    expect(more).toEqual([]);
    expect(await getCode(client, before.rowId)).toEqual(before);
  });

  it("gets the code itself, for any number of grants", async () => {
    const { rowId, code } = await createCode(client);
    await fixture.emitEvent([1, 2, 3].map(() => requested(client, requestOf(rowId, { delivery: "SHARED" }))));
    expect((await fixture.emitted(client)).map((emitted) => emitted.code)).toEqual([code, code, code]);
  });

  it("gets the first free alias", async () => {
    const { rowId } = await createCode(client, {
      status: "SCHEDULED",
      start_at: "2026-07-01T00:00:00Z",
      aliased_codes: aliases("zwei", "Eins"),
    });
    for (const _ of [1, 2]) await fixture.emitEvent([requested(client, requestOf(rowId, { delivery: "POOL" }))]);
    expect((await fixture.emitted(client)).map((emitted) => emitted.code)).toEqual(["zwei", "Eins"]);
  });

  it("gets the same answer to a new request, and none to a repeated event", async () => {
    const { rowId } = await createCode(client, { aliased_codes: aliases("one", "two") });
    const requests = (["SHARED", "UNIQUE", "POOL"] as const).map((delivery) => requestOf(rowId, { delivery }));
    const events = requests.map((request) => requested(client, request));
    await fixture.emitEvent(events);
    const emitted = await fixture.emitted(client);
    const names = await count("code_names");
    await fixture.emitEvent(events, true);
    expect(await fixture.emitted(client)).toEqual(emitted);
    await deleteCode(client, rowId);
    await fixture.emitEvent(requests.map((request) => requested(client, request)));
    const all = await fixture.emitted(client);
    expect(all).toHaveLength(6);
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(3);
    expect([await count("grant_codes"), names]).toEqual([3, 4]);
  });

  it.each(["SHARED", "UNIQUE", "POOL"] as const)("is refused %s of a code that is expired, deleted or unknown", async (delivery) => {
    const over = await createCode(client, { status: "EXPIRED", aliased_codes: aliases("over") });
    const gone = await createCode(client, { aliased_codes: aliases("gone") });
    await deleteCode(client, gone.rowId);
    const others = await createCode(fixture.client(), { aliased_codes: aliases("theirs") });
    for (const { rowId } of [over, gone, others]) await fixture.emitEvent([requested(client, requestOf(rowId, { delivery }))]);
    expect((await fixture.emitted(client)).map(({ type, reason }) => `${type} ${reason}`)).toEqual([
      "rejected CODE_EXPIRED",
      "rejected CODE_DELETED",
      "rejected CODE_DELETED",
    ]);
  });

  it("is refused permanently if all aliases are taken; a later alias goes to the next grant", async () => {
    const { rowId } = await createCode(client, { aliased_codes: aliases("one") });
    const [first, second, third] = [1, 2, 3].map(() => requestOf(rowId, { delivery: "POOL" })) as [never, never, never];
    await fixture.emitEvent([requested(client, first)]);
    await fixture.emitEvent([requested(client, second)]);
    await saveCode(client, rowId, { aliased_codes: aliases("one", "two") });
    await fixture.emitEvent([requested(client, second)]);
    await fixture.emitEvent([requested(client, third)]);
    expect((await fixture.emitted(client)).map(({ code, reason }) => code ?? reason)).toEqual(["one", "POOL_EMPTY", "POOL_EMPTY", "two"]);
  });

  it("never gets an alias of another grant, even on another code or in another case", async () => {
    const [one, other] = [await createCode(client, { aliased_codes: aliases("Sun") }), await createCode(client)];
    await fixture.emitEvent([requested(client, requestOf(one.rowId, { delivery: "POOL" }))]);
    await saveCode(client, one.rowId, { aliased_codes: [] });
    await saveCode(client, one.rowId, { aliased_codes: aliases("SUN") });
    await fixture.emitEvent([requested(client, requestOf(one.rowId, { delivery: "POOL" }))]);
    await saveCode(client, one.rowId, { aliased_codes: [] });
    await saveCode(client, other.rowId, { aliased_codes: aliases("sun", "moon") });
    await fixture.emitEvent([requested(client, requestOf(other.rowId, { delivery: "POOL" }))]);
    expect((await fixture.emitted(client)).map(({ code, reason }) => code ?? reason)).toEqual(["Sun", "POOL_EMPTY", "moon"]);
  });
});

describe("a grant that ended", () => {
  it("retires its minted code once; the code stays reserved", async () => {
    const { rowId } = await createCode(client);
    const request = requestOf(rowId);
    await fixture.emitEvent([requested(client, request)]);
    await fixture.emitEvent([grantEvent(client, grantExpired, grantOf(request))]);
    await fixture.emitEvent([grantEvent(client, grantReversed, grantOf(request, { state: "REVERSED" }))]);
    await fixture.emitEvent([requested(client, request)]);
    const [given, retired, again, ...more] = await fixture.emitted(client);
    expect(retired).toEqual({
      type: "retired",
      grantId: request.rowId,
      discountCodeId: rowId,
      code: given?.code,
      retiredAt: fixture.clock.now().toISOString(),
    });
    expect([again, more]).toEqual([given, []]);
  });

  it("does not affect aliases, shared codes and grants without a code", async () => {
    const { rowId } = await createCode(client, { aliased_codes: aliases("one") });
    const requests = (["SHARED", "POOL", "POOL"] as const).map((delivery) => requestOf(rowId, { delivery }));
    for (const request of requests) await fixture.emitEvent([requested(client, request)]);
    const emitted = await fixture.emitted(client);
    await fixture.emitEvent([...requests, requestOf(rowId)].map((request) => grantEvent(client, grantExpired, grantOf(request))));
    expect(await fixture.emitted(client)).toEqual(emitted);
  });
});
