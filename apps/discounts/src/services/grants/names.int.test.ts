import { randomInt } from "node:crypto";
import { Signal } from "@offergraph/service/messaging/wait";
import { grantExpired, grantRequested } from "@offergraph/shared/contracts/events/incentives";
import { parseEvent } from "@offergraph/shared/contracts/parse-event";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { assignCodes } from "../../consumers/assign-codes.js";
import { answerOf, bodyOf, createCode, createMutation, getCode, pathsOf } from "../../testing/codes.js";
import type { Client } from "../../testing/fixture.js";
import { grantOf, requestOf } from "../../testing/grants.js";
import { type GrantsFixture, grantEvent, requested, startGrantsFixture } from "../../testing/grants-fixture.js";
import { deleteCode, saveCode } from "../../testing/pushes.js";

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789";
/** `pick` returns these characters first, then random characters. */
let script: string[] = [];
const mintNext = (...codes: string[]) => {
  script = [...codes.join("")];
};
const pick = (below: number) => {
  const sign = script.shift();
  return sign === undefined ? randomInt(below) : signs.indexOf(sign);
};

let fixture: GrantsFixture;
let client: Client;
let rowId: string;
beforeAll(async () => {
  fixture = await startGrantsFixture(inject("adminUrl"), { pick });
});
afterAll(() => fixture?.stop());
beforeEach(async () => {
  client = fixture.client();
  ({ rowId } = await createCode(client, { aliased_codes: [{ code: "pool" }] }));
});

/** Requests codes for grants. Returns undefined for a rejected request. */
async function ask(...requests: ReturnType<typeof requestOf>[]): Promise<(string | undefined)[]> {
  await fixture.emitEvent(requests.map((request) => requested(client, request)));
  const emitted = await fixture.emitted(client);
  return requests.map((request) => emitted.findLast(({ grantId }) => grantId === request.rowId)?.code);
}
const create = (body: object) => answerOf(client, createMutation, { input: { body: bodyOf(body) } });
const exists = async (codes: string[], except?: string) =>
  (
    await client.data<{ found: { exists: boolean; discountCodeId: string | null }[] }>(
      `query ($codes: [String!]!, $except: UUID) {
        found: get_discount_code_alias_exists(codes: $codes, excludeDiscountId: $except) { exists discountCodeId } }`,
      { codes, except },
    )
  ).found;

const [aaa, bbb, ccc, ddd, eee] = ["AAAAAAAAAA", "BBBBBBBBBB", "CCCCCCCCCC", "DDDDDDDDDD", "EEEEEEEEEE"] as const;

describe("a minted code", () => {
  it("is drawn again if a code, an alias, another grant's code or former alias has the name, ignoring case", async () => {
    await createCode(client, { code: "x-aaaaaaaaaa" });
    const pool = await createCode(client, { aliased_codes: [{ code: "x-Bbbbbbbbbb" }] });
    await ask(requestOf(pool.rowId, { delivery: "POOL" }));
    await saveCode(client, pool.rowId, { aliased_codes: [] });
    mintNext(ccc);
    const prefix = "X-";
    expect(await ask(requestOf(rowId, { prefix }))).toEqual([`X-${ccc}`]);
    const request = requestOf(rowId, { prefix });
    const [event] = [requested(client, request)].flatMap((json) => parseEvent([grantRequested], json) ?? []);
    mintNext(aaa, bbb, ccc, ddd);
    // Calls the handler directly. The consumer could retry the transaction, and the retry would pick other characters.
    const { handleBatch, emits } = assignCodes(new Signal(), pick);
    await fixture.running.parts.database.transaction({ workspaceId: client.workspaceId, emits }, async (tx) =>
      handleBatch?.(tx, event ? [event] : []),
    );
    expect(await ask(request)).toEqual([`X-${ddd}`]);
  });

  it("differs for two concurrent requests with the same draw", async () => {
    mintNext(aaa, aaa, aaa, bbb);
    expect((await ask(requestOf(rowId), requestOf(rowId))).sort()).toEqual([aaa, bbb]);
  });

  it("cannot become an alias or code, not even of its discount code", async () => {
    mintNext(aaa);
    await ask(requestOf(rowId));
    const lower = aaa.toLowerCase();
    expect(pathsOf((await create({ code: lower })).userErrors)).toEqual(["input.body.code TAKEN"]);
    expect(pathsOf((await create({ aliased_codes: [{ code: "b" }, { code: lower }] })).userErrors)).toEqual([
      "input.body.aliased_codes.1.code TAKEN",
    ]);
    await expect(saveCode(client, rowId, { aliased_codes: [{ code: lower }] })).rejects.toThrow("TAKEN");
    await expect(saveCode(client, rowId, { code: lower })).rejects.toThrow("TAKEN");
    const found = [{ exists: true, discountCodeId: rowId }];
    expect([await exists([lower]), await exists([lower], rowId)]).toEqual([found, found]);
  });

  it("is not resolved by a Ref or by save", async () => {
    mintNext(aaa);
    await ask(requestOf(rowId));
    const { placements } = await client.data<{ placements: unknown }>(
      `{ placements: get_discount_placements_by_code(discountCodeId: "${aaa}") { placementId } }`,
    );
    expect(placements).toEqual([]);
    const { saved } = await client.data<{ saved: { userErrors: { field: string[]; code: string }[] } }>(
      `mutation { saved: save_discount_code(body: { code: "${aaa}", title: "Mine" }) { userErrors { field code } } }`,
    );
    expect(saved.userErrors).toEqual([{ field: ["body", "code"], code: "TAKEN" }]);
  });

  it("stays when the discount code is written, and is not counted as alias", async () => {
    mintNext(aaa);
    await ask(requestOf(rowId));
    await saveCode(client, rowId, { code: "another", aliased_codes: [{ code: "b" }, { code: "c" }] });
    expect(await getCode(client, rowId)).toMatchObject({ aliasCount: 2, aliasedCodes: [{ code: "b" }, { code: "c" }] });
    expect(await exists([aaa, "pool"])).toMatchObject([{ exists: true }, { exists: false }]);
    const published = (await fixture.published(client)).filter(({ subject }) => subject === rowId);
    expect(published).toHaveLength(2);
    expect(JSON.stringify(published)).not.toContain(aaa);
  });

  it("stays reserved after its grant ended and its discount code was deleted, whose names become free", async () => {
    const { code } = (await getCode(client, rowId)) ?? {};
    mintNext(eee);
    const request = requestOf(rowId);
    await ask(request);
    await fixture.emitEvent([grantEvent(client, grantExpired, grantOf(request))]);
    expect(pathsOf((await create({ code: eee })).userErrors)).toEqual(["input.body.code TAKEN"]);
    await deleteCode(client, rowId);
    expect(pathsOf((await create({ code: eee })).userErrors)).toEqual(["input.body.code TAKEN"]);
    const heir = await createCode(client, { code, aliased_codes: [{ code: "pool" }] });
    mintNext(eee, ddd);
    expect(await ask(requestOf(heir.rowId))).toEqual([ddd]);
  });

  it("does not affect another workspace", async () => {
    mintNext(aaa);
    await ask(requestOf(rowId));
    client = fixture.client();
    const other = await createCode(client);
    mintNext(aaa);
    expect(await ask(requestOf(other.rowId))).toEqual([aaa]);
    expect(pathsOf((await create({ code: bbb })).userErrors)).toEqual([]);
  });
});
