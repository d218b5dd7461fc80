import {
  connectionAdded,
  connectionRemoved,
  connectionUpdated,
  discountCodeCreated,
  discountCodeDeleted,
  discountCodeUpdated,
  partnerAdded,
} from "@offergraph/shared/contracts/events/discounts";
import { newId } from "@offergraph/shared/time/ids";
import { connectionOf, discountCodeOf, eventDataOf, partnerOf } from "@offergraph/testkit/references";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import { attributed } from "../testing/attribution-outcomes.js";
import { type EventsFixture, startEventsFixture } from "../testing/events-fixture.js";
import { orderOf, takeOrders } from "../testing/take-history.js";

const times = ["2026-05-01T10:00:00.000Z", "2026-05-01T10:00:00.001Z", "2026-05-01T10:00:00.002Z"] as const;
type Tier = "BASIC" | "QUICK" | "ENHANCED";

let fixture: EventsFixture;
let mine: string;
beforeAll(async () => {
  fixture = await startEventsFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  mine = newId();
});

const rowsOf = async (table: string) => (await fixture.admin.query(`SELECT * FROM ${table} WHERE workspace_id = $1`, [mine])).rows;
const code = { ...discountCodeOf({ aliases: ["Sun"] }), rowId: newId() };
const created = (publicTier: Tier | null, updatedAt: string) =>
  fixture.emitEvent(discountCodeCreated, mine, code.rowId, { ...eventDataOf(code), updatedAt, publicTier });
const updated = (publicTier: Tier | null, updatedAt: string) =>
  fixture.emitEvent(discountCodeUpdated, mine, code.rowId, { ...eventDataOf(code), updatedAt, publicTier, changed: ["publicTier"] });
const deleted = (time: string) =>
  fixture.emitEvent(discountCodeDeleted, mine, code.rowId, { rowId: code.rowId, code: code.code, aliasedCodes: [] }, new Date(time));
const tiers = async () => (await rowsOf("discount_code_references")).map(({ tier, is_deleted }) => [tier, is_deleted]);

describe("the replica of discounts", () => {
  it("are connections, partners, and discount codes with their names and tier", async () => {
    const [connection, partner] = [connectionOf(), partnerOf({ handle: "AnnShops" })];
    await fixture.emitEvent(connectionAdded, mine, connection.rowId, connection);
    await fixture.emitEvent(partnerAdded, mine, partner.rowId, partner);
    await created("QUICK", times[0]);
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, slug: "shop" }]);
    expect(await rowsOf("partner_references")).toMatchObject([{ row_id: partner.rowId, handle_key: "annshops" }]);
    expect(await rowsOf("discount_code_references")).toMatchObject([{ row_id: code.rowId, tier: "QUICK", is_deleted: false }]);
    expect((await rowsOf("discount_code_names")).map(({ name_key }) => name_key).sort()).toEqual(["summer", "sun"]);
    await fixture.emitEvent(connectionUpdated, mine, connection.rowId, { ...connection, name: "Renamed", changed: ["name"] });
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, name: "Renamed" }]);
    await fixture.emitEvent(connectionRemoved, mine, connection.rowId, connection);
    await fixture.emitEvent(connectionAdded, mine, connection.rowId, connection);
    expect(await rowsOf("connection_references")).toMatchObject([{ row_id: connection.rowId, is_deleted: true }]);
  });

  it("has a code's current tier: the last of one millisecond, not that of a late older event", async () => {
    await created("BASIC", times[1]);
    await updated("ENHANCED", times[1]);
    expect(await tiers()).toEqual([["ENHANCED", false]]);
    await updated("QUICK", times[0]);
    expect(await tiers()).toEqual([["ENHANCED", false]]);
    await updated(null, times[2]);
    expect(await tiers()).toEqual([[null, false]]);
  });

  it("keeps the tier of a deleted code", async () => {
    await created("BASIC", times[0]);
    await deleted(times[1]);
    await updated("QUICK", times[1]);
    expect(await tiers()).toEqual([["BASIC", true]]);
  });
});

describe("orders that arrived before a discount code", () => {
  it("are attributed to it when its event arrives", async () => {
    const client = { ...fixture.client(), workspaceId: mine };
    await takeOrders(fixture, client, [orderOf({ discountCodes: ["sun"] })]);
    await created("QUICK", times[0]);
    await attributed(fixture, client);
    expect(await rowsOf("orders")).toMatchObject([{ discount_code_id: code.rowId, best_tier: "QUICK" }]);
  });
});
