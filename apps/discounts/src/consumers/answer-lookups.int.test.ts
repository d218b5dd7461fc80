import { startOwnNats } from "@offergraph/dev-stack/testing/own-nats";
import { recordRequester } from "@offergraph/service/replicas/request";
import type { Question } from "@offergraph/service/replicas/signer";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createCode } from "../testing/codes.js";
import { type Fixture, startFixture } from "../testing/fixture.js";

let nats: Awaited<ReturnType<typeof startOwnNats>>;
let fixture: Fixture;
let ask: <Kind extends LookupKind>(kind: Kind, workspaceId: string, lookup: Question<Kind>["wanted"]) => Promise<object[]>;
type LookupKind = Question["kind"];

beforeAll(async () => {
  nats = await startOwnNats();
  fixture = await startFixture(inject("adminUrl"), { NATS_URL: nats.url });
  const { parts } = fixture.running;
  const asking = recordRequester({ nats: parts.nats, signingKey: testSigningKey, clock: fixture.clock, timeoutMs: 20_000 });
  ask = (kind, workspaceId, lookup) => asking({ service: "discounts", kind, workspaceId, wanted: lookup });
  await vi.waitFor(() => ask("connection", newId(), { id: newId() }), polling);
});
afterAll(async () => {
  await fixture.stop();
  await nats.stop();
});

async function addPartner(workspaceId: string, name: string, handle: string | null) {
  const rowId = newId();
  await fixture.admin.query("INSERT INTO partners (row_id, workspace_id, name, handle, handle_key) VALUES ($1, $2, $3, $4, lower($4))", [
    rowId,
    workspaceId,
    name,
    handle,
  ]);
  return { rowId, name, handle, createdAt: expect.any(String), updatedAt: expect.any(String) };
}

describe("lookups by other services", () => {
  it("return a connection of the workspace without endpoint and secret", async () => {
    const [mine, other] = [newId(), newId()];
    const connection = { rowId: newId(), createdAt: "2026-05-01T10:00:00.120Z", slug: "shop", name: "The shop", provider: "http" };
    await fixture.admin.query(
      `INSERT INTO connections (row_id, workspace_id, created_at, slug, name, provider, endpoint, secret)
       VALUES ($1, $2, $3, $4, $5, $6, 'https://store.test/offergraph', 'sealed')`,
      [connection.rowId, mine, connection.createdAt, connection.slug, connection.name, connection.provider],
    );
    const expected = { ...connection, isTest: false, updatedAt: expect.any(String) };
    expect(await ask("connection", mine, { id: connection.rowId })).toEqual([expected]);
    expect(await ask("connection", other, { id: connection.rowId })).toEqual([]);
    expect(await ask("connection", mine, { id: newId() })).toEqual([]);
  });

  it("return a partner by id, exact name, or @handle ignoring case", async () => {
    const [mine, other] = [newId(), newId()];
    const ann = await addPartner(mine, "Ann", "AnnShops");
    for (const lookup of [{ id: ann.rowId }, { name: "Ann" }, { name: "@annshops" }, { name: "@ANNSHOPS" }]) {
      expect(await ask("partner", mine, lookup)).toEqual([ann]);
      expect(await ask("partner", other, lookup)).toEqual([]);
    }
    for (const name of ["ann", "annshops", "@ann"]) expect(await ask("partner", mine, { name })).toEqual([]);
  });

  it("return both partners that share a name", async () => {
    const mine = newId();
    const clones = [await addPartner(mine, "Twin", null), await addPartner(mine, "Twin", "twin")];
    const found = await ask("partner", mine, { name: "Twin" });
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining(clones));
  });

  it("return a discount code by id, code or alias ignoring case, and by a minted code only with orMinted", async () => {
    const [mine, other] = [fixture.client(), fixture.client()];
    const { rowId, updatedAt } = await createCode(mine, { code: "Summer", aliased_codes: [{ code: "SUN" }, { code: "Été" }] });
    await fixture.admin.query(
      `INSERT INTO code_names (workspace_id, name_key, name, discount_code_id, kind, position) VALUES ($1, 'sunabc234', 'SUNABC234', $2, 2, 0)`,
      [mine.workspaceId, rowId],
    );
    const state = {
      ...{ status: "ACTIVE", startAt: null, endsAt: null },
      ...{ isExhausted: false, isPoolEmpty: false, isPoolLow: false, isPlaced: false },
    };
    const expected = [{ rowId, code: "Summer", aliases: ["SUN", "Été"], partnerId: null, updatedAt, state }];
    for (const lookup of [{ id: rowId }, { name: "SUMMER" }, { name: "sun" }, { name: "ÉTÉ" }]) {
      expect(await ask("discount_code", mine.workspaceId, lookup)).toEqual(expected);
      expect(await ask("discount_code", other.workspaceId, lookup)).toEqual([]);
    }
    for (const name of ["SUNABC234", "sum"]) expect(await ask("discount_code", mine.workspaceId, { name })).toEqual([]);
    expect(await ask("discount_code", mine.workspaceId, { name: "SunAbc234", orMinted: true })).toEqual(expected);
    expect(await ask("discount_code", mine.workspaceId, { name: "sun", orMinted: true })).toEqual(expected);
    expect(await ask("discount_code", other.workspaceId, { name: "SUNABC234", orMinted: true })).toEqual([]);
  });

  it("return the partner of a discount code", async () => {
    const mine = fixture.client();
    const { rowId: partnerId } = await addPartner(mine.workspaceId, "Ann", null);
    const { rowId } = await createCode(mine);
    await fixture.admin.query("UPDATE discount_codes SET partner_id = $1 WHERE row_id = $2", [partnerId, rowId]);
    expect(await ask("discount_code", mine.workspaceId, { id: rowId })).toMatchObject([{ rowId, partnerId, aliases: [] }]);
  });
});
