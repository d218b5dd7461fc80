import type { Reference } from "@offergraph/service/replicas/kinds";
import { readPartnerReferences } from "@offergraph/service/replicas/queries";
import { upsertDiscountCode, upsertPartner } from "@offergraph/service/replicas/upsert";
import {
  connectionAdded,
  connectionRemoved,
  connectionUpdated,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
  partnerDeleted,
  partnerUpdated,
} from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf, partnerOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { type DiscountsFixture, startDiscountsFixture } from "../testing/discounts.js";

type Code = Reference<"discount_code">;
const times = ["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.001Z", "2026-05-01T10:00:00.002Z"] as const;
let fixture: DiscountsFixture;
let mine: string;
beforeAll(async () => {
  fixture = await startDiscountsFixture(inject("adminUrl"));
});
afterAll(() => fixture.stop());
beforeEach(() => {
  mine = newId();
});

const created = (code: Code) => fixture.discounts.emitEvent(discountCodeCreated, mine, code.rowId, eventDataOf(code));
const updated = (code: Code) =>
  fixture.discounts.emitEvent(discountCodeUpdated, mine, code.rowId, { ...eventDataOf(code), changed: ["code", "updatedAt"] });
const deleted = (code: Code, time: string) =>
  fixture.discounts.emitEvent(
    discountCodeDeleted,
    mine,
    code.rowId,
    { rowId: code.rowId, code: code.code, aliasedCodes: eventDataOf(code).aliasedCodes },
    new Date(time),
  );
const answered = (code: Code) =>
  fixture.running.parts.database.transaction({ workspaceId: mine }, (tx) => upsertDiscountCode(tx, code, "answer"));

async function kept({ rowId }: Code) {
  const { rows } = await fixture.admin.query(
    `SELECT d.partner_id AS "partnerId", d.is_deleted AS "isDeleted",
       ARRAY(SELECT n.name_key FROM discount_code_names n WHERE n.discount_code_id = d.row_id ORDER BY 1) AS names
     FROM discount_code_references d WHERE d.workspace_id = $1 AND d.row_id = $2`,
    [mine, rowId],
  );
  return rows[0];
}

describe("the replicas of discounts' records", () => {
  it("contain added connections and partners", async () => {
    const [connection, partner] = [connectionOf(), partnerOf({ handle: "AnnShops" })];
    await fixture.discounts.emitEvent(connectionAdded, mine, connection.rowId, connection);
    await fixture.discounts.emitEvent(partnerAdded, mine, partner.rowId, partner);
    const rowsOf = async (table: string) => (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [mine])).rows;
    const { rowId: row_id, slug, name, provider } = connection;
    expect(await rowsOf("connection_references")).toEqual([{ row_id, workspace_id: mine, slug, name, provider, is_deleted: false }]);
    const renamed = { ...connection, name: "Renamed", changed: ["name" as const] };
    await fixture.discounts.emitEvent(connectionUpdated, mine, row_id, renamed);
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id, name: "Renamed", provider, is_deleted: false }]);
    await fixture.discounts.emitEvent(connectionRemoved, mine, row_id, connection);
    // Events that arrive after the deletion event do not restore the connection.
    await fixture.discounts.emitEvent(connectionAdded, mine, row_id, connection);
    await fixture.discounts.emitEvent(connectionUpdated, mine, row_id, renamed);
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id, is_deleted: true }]);
    const unseen = connectionOf();
    await fixture.discounts.emitEvent(connectionRemoved, mine, unseen.rowId, unseen);
    await fixture.discounts.emitEvent(connectionAdded, mine, unseen.rowId, unseen);
    expect((await rowsOf("connection_references")).map(({ is_deleted }) => is_deleted)).toEqual([true, true]);
    expect(await rowsOf("partner_references")).toEqual([
      {
        ...{ row_id: partner.rowId, workspace_id: mine, name: "Ann", handle_key: "annshops" },
        ...{ updated_at: new Date(0), is_deleted: false },
      },
    ]);
  });

  it("have a partner's current name and handle, until the partner is deleted", async () => {
    const partner = partnerOf({ handle: "Ann", updatedAt: times[0] });
    const keep = (changes: Partial<typeof partner>) =>
      fixture.running.parts.database.transaction({ workspaceId: mine }, (tx) => upsertPartner(tx, { ...partner, ...changes }, "answer"));
    const idOf = async (name: string) => {
      const found = await readPartnerReferences((statement) => fixture.running.parts.database.read(mine, statement), { name });
      return found.map(({ rowId }) => rowId);
    };
    await keep({ name: "Bea", handle: "bea", updatedAt: times[1] });
    await fixture.discounts.emitEvent(partnerAdded, mine, partner.rowId, partner);
    expect([await idOf("Ann"), await idOf("Bea"), await idOf("@BEA")]).toEqual([[], [partner.rowId], [partner.rowId]]);
    const renamed = { ...partner, name: "Cleo", handle: null, updatedAt: times[2] };
    await fixture.discounts.emitEvent(partnerUpdated, mine, partner.rowId, { ...renamed, changed: ["name", "handle", "updatedAt"] });
    await keep({ name: "Bea", updatedAt: times[2] });
    expect([await idOf("Cleo"), await idOf("Bea"), await idOf("@bea")]).toEqual([[partner.rowId], [], []]);
    const { rowId, name, handle } = renamed;
    await fixture.discounts.emitEvent(partnerDeleted, mine, rowId, { rowId, name, handle });
    await keep({ name: "Dana", updatedAt: "2027-01-01T00:00:00.000Z" });
    expect([await idOf("Cleo"), await idOf("Dana")]).toEqual([[], []]);
    expect((await fixture.admin.query("SELECT is_deleted FROM partner_references WHERE workspace_id = $1", [mine])).rows).toEqual([
      { is_deleted: true },
    ]);
  });

  it("have a discount code's current names and partner", async () => {
    const partnerId = newId();
    const code = discountCodeOf({ aliases: ["Sun", "SUN", "Été"], updatedAt: times[0] });
    await created(code);
    expect(await kept(code)).toEqual({ partnerId: null, isDeleted: false, names: ["summer", "sun", "été"] });
    await updated({ ...code, code: "WINTER", aliases: ["sun"], partnerId, updatedAt: times[1] });
    expect(await kept(code)).toEqual({ partnerId, isDeleted: false, names: ["sun", "winter"] });
  });

  it("keep a deleted code's id and partner, but not its names", async () => {
    const partnerId = newId();
    const code = discountCodeOf({ partnerId, updatedAt: times[0] });
    await created(code);
    await deleted(code, times[1]);
    const forgotten = { partnerId, isDeleted: true, names: [] };
    expect(await kept(code)).toEqual(forgotten);
    await updated({ ...code, updatedAt: times[2] });
    await answered({ ...code, updatedAt: times[2] });
    expect(await kept(code)).toEqual(forgotten);
  });

  it("add data from before a deletion that arrives after it", async () => {
    const code = discountCodeOf({ updatedAt: times[0] });
    await deleted(code, times[1]);
    await created(code);
    expect(await kept(code)).toEqual({ partnerId: null, isDeleted: true, names: [] });
  });

  it("are not changed by an older event or lookup answer", async () => {
    const code = discountCodeOf({ code: "NEW", updatedAt: times[1] });
    await created(code);
    await updated({ ...code, code: "OLD", updatedAt: times[0] });
    await answered({ ...code, code: "OLD", updatedAt: times[0] });
    expect(await kept(code)).toMatchObject({ names: ["new"] });
  });

  it("apply events of one millisecond in order; a lookup answer of the same time does not revert them", async () => {
    const code = discountCodeOf({ code: "FIRST", updatedAt: times[0] });
    await created(code);
    await updated({ ...code, code: "SECOND" });
    await answered(code);
    expect(await kept(code)).toMatchObject({ names: ["second"] });
  });

  it("are the same if a lookup answer arrives before earlier events", async () => {
    const code = discountCodeOf({ code: "SECOND", updatedAt: times[1] });
    await answered(code);
    await created({ ...code, code: "FIRST", updatedAt: times[0] });
    expect(await kept(code)).toMatchObject({ names: ["second"] });
    await updated(code);
    expect(await kept(code)).toMatchObject({ names: ["second"] });
  });
});
