import { createReplicaLookups, type ReplicaLookups } from "@offergraph/service/replicas/resolve";
import type { Tx } from "@offergraph/service/tx/tx";
import { connectionAdded, connectionRemoved, discountCodeCreated, partnerAdded } from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf, partnerOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type DiscountsFixture, startDiscountsFixture } from "../testing/discounts.js";

let fixture: DiscountsFixture;
let referencesOf: (workspaceId: string) => ReplicaLookups;
let mine: string;
let references: ReplicaLookups;
beforeAll(async () => {
  fixture = await startDiscountsFixture(inject("adminUrl"));
  referencesOf = createReplicaLookups(fixture.running.parts);
});
afterAll(() => fixture.stop());
beforeEach(() => {
  mine = newId();
  references = referencesOf(mine);
});

/** Counts the lookups that the forms service sends to the discounts service during `effect`. */
async function questionsDuring(effect: () => Promise<unknown>): Promise<number> {
  const before = fixture.discounts.questions();
  await effect();
  return fixture.discounts.questions() - before;
}

describe("a record of discounts", () => {
  it("is found without a lookup after its event", async () => {
    const { discounts } = fixture;
    const [connection, partner, code] = [connectionOf(), partnerOf({ handle: "AnnShops" }), discountCodeOf({ aliases: ["Sun"] })];
    await discounts.emitEvent(connectionAdded, mine, connection.rowId, connection);
    await discounts.emitEvent(partnerAdded, mine, partner.rowId, partner);
    await discounts.emitEvent(discountCodeCreated, mine, code.rowId, eventDataOf(code));
    const questions = await questionsDuring(async () => {
      const { createdAt, ...row } = connection;
      expect(await references.findConnection(connection.rowId)).toEqual({ row });
      for (const ref of [partner.rowId, "Ann", { name: "Ann" }, "@annshops", "@ANNSHOPS"])
        expect(await references.findPartner(ref)).toEqual({ row: { rowId: partner.rowId, name: "Ann" } });
      for (const ref of [code.rowId.toUpperCase(), "summer", "SUN", { name: "sun" }])
        expect(await references.findDiscountCode(ref)).toEqual({ row: { rowId: code.rowId, partnerId: null, isDeleted: false } });
    });
    expect(questions).toBe(0);
  });

  it("is looked up once before its event, and stored", async () => {
    const [connection, partner, code] = [connectionOf(), partnerOf({ handle: "ann" }), discountCodeOf({ aliases: ["Sun"] })];
    const records = fixture.discounts.in(mine);
    records.connections.push(connection);
    records.partners.push(partner);
    records.discountCodes.push(code);
    const finds = [
      [() => references.findConnection(connection.rowId)],
      [() => references.findPartner("@ANN"), () => references.findPartner(partner.rowId)],
      [
        () => references.findDiscountCode("sun"),
        () => references.findDiscountCode("Summer"),
        () => references.findDiscountCode(code.rowId),
      ],
    ];
    for (const [first, ...others] of finds) {
      let found: unknown;
      expect(
        await questionsDuring(async () => {
          found = await first?.();
        }),
      ).toBe(1);
      expect(found).toMatchObject({ row: { rowId: expect.any(String) } });
      for (const again of [first, ...others]) expect(await questionsDuring(async () => expect(await again?.()).toEqual(found))).toBe(0);
    }
  });

  it("is found by a code minted for a grant, if minted codes are accepted", async () => {
    const code = discountCodeOf();
    const records = fixture.discounts.in(mine);
    records.discountCodes.push(code);
    records.minted.set("minted", code.rowId);
    expect(await references.findDiscountCode("MINTED")).toEqual({ fault: "NOT_FOUND" });
    expect(await references.findDiscountCode("MINTED", { orMinted: true })).toMatchObject({ row: { rowId: code.rowId } });
    expect(await references.findDiscountCode("MINTED")).toEqual({ fault: "NOT_FOUND" });
  });

  it("is stored by the function that the caller passes, for example at the start of the transaction of a dry run", async () => {
    fixture.discounts.in(mine).discountCodes.push(discountCodeOf());
    const writes: ((tx: Tx<never>) => Promise<void>)[] = [];
    const later = createReplicaLookups(fixture.running.parts)(mine, async (write) => void writes.push(write));
    const found = await later.findDiscountCode("summer");
    expect(found).toMatchObject({ row: { rowId: expect.any(String) } });
    expect(await questionsDuring(() => references.findDiscountCode("summer"))).toBe(1);
    expect(writes).toHaveLength(1);
  });

  it("is found by concurrent lookups and stored once", async () => {
    const code = discountCodeOf();
    fixture.discounts.in(mine).discountCodes.push(code);
    const found = await Promise.all(Array.from({ length: 20 }, () => references.findDiscountCode("SUMMER")));
    for (const { row } of found) expect(row?.rowId).toBe(code.rowId);
    const { rows } = await fixture.admin.query("SELECT name_key FROM discount_code_names WHERE workspace_id = $1", [mine]);
    expect(rows).toEqual([{ name_key: "summer" }]);
  });

  it("is NOT_FOUND in another workspace, which stores nothing", async () => {
    const [connection, partner, code] = [connectionOf(), partnerOf(), discountCodeOf()];
    const { discounts } = fixture;
    await discounts.emitEvent(connectionAdded, mine, connection.rowId, connection);
    await discounts.emitEvent(partnerAdded, mine, partner.rowId, partner);
    await discounts.emitEvent(discountCodeCreated, mine, code.rowId, eventDataOf(code));
    const other = newId();
    const theirs = referencesOf(other);
    const finds = [
      theirs.findConnection(connection.rowId),
      theirs.findPartner(partner.rowId),
      theirs.findPartner("Ann"),
      theirs.findDiscountCode(code.rowId),
      theirs.findDiscountCode("SUMMER"),
    ];
    for (const find of finds) expect(await find).toEqual({ fault: "NOT_FOUND" });
    const tables = ["connection_references", "partner_references", "discount_code_references", "discount_code_names"];
    for (const table of tables)
      expect((await fixture.admin.query(`SELECT FROM ${table} WHERE workspace_id = $1`, [other])).rowCount).toBe(0);
  });

  it("does not restore a deleted connection if an older reply arrives late", async () => {
    const connection = connectionOf();
    await fixture.discounts.emitEvent(connectionRemoved, mine, connection.rowId, connection);
    fixture.discounts.in(mine).connections.push(connection);
    await references.findConnection(connection.rowId);
    const { rows } = await fixture.admin.query("SELECT is_deleted FROM connection_references WHERE row_id = $1", [connection.rowId]);
    expect(rows).toEqual([{ is_deleted: true }]);
  });

  it("is AMBIGUOUS_REF if two partners have the name, locally or by lookup", async () => {
    fixture.discounts.in(mine).partners.push(partnerOf(), partnerOf());
    expect(await references.findPartner("Ann")).toEqual({ fault: "AMBIGUOUS_REF" });
    expect(await references.findPartner("Ann")).toEqual({ fault: "AMBIGUOUS_REF" });
  });

  it("is looked up by name when an id is given as a name", async () => {
    const [partner, namesake] = [partnerOf(), partnerOf()];
    fixture.discounts.in(mine).partners.push(partner, { ...namesake, name: partner.rowId });
    expect((await references.findPartner({ name: partner.rowId })).row?.rowId).toBe(namesake.rowId);
    expect((await references.findPartner(partner.rowId)).row?.rowId).toBe(partner.rowId);
  });

  it("is looked up if two codes have one name locally, since one is about to lose it", async () => {
    const [renamed, heir] = [discountCodeOf(), discountCodeOf()];
    for (const code of [renamed, heir]) await fixture.discounts.emitEvent(discountCodeCreated, mine, code.rowId, eventDataOf(code));
    fixture.discounts.in(mine).discountCodes.push(heir);
    expect((await references.findDiscountCode("SUMMER")).row?.rowId).toBe(heir.rowId);
  });
});

describe("while discounts is unavailable", () => {
  it("replicated records are found, others are UNAVAILABLE after 300 ms", async () => {
    const connection = connectionOf();
    await fixture.discounts.emitEvent(connectionAdded, mine, connection.rowId, connection);
    const shortTimeout = createReplicaLookups({ ...fixture.running.parts, lookupTimeouts: {} })(mine);
    await fixture.discounts.whileAway(async () => {
      expect(await shortTimeout.findConnection(connection.rowId)).toMatchObject({ row: { rowId: connection.rowId } });
      for (const find of [
        () => shortTimeout.findConnection(newId()),
        () => shortTimeout.findPartner("Ann"),
        () => shortTimeout.findDiscountCode("X"),
      ]) {
        const start = performance.now();
        expect(await find()).toEqual({ fault: "UNAVAILABLE" });
        expect(performance.now() - start).toBeLessThan(5_000);
      }
    });
  });
});
