import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from "vitest";
import type { Client } from "../testing/fixture.js";
import { create } from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

let fixture: OtherServicesFixture;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
});
afterAll(() => fixture?.stop());
beforeEach(() => {
  client = fixture.client();
});

const settingsOf = (defaultTrustFloor: number | null, updatedAt: string) => ({
  ...{ workspaceId: client.workspaceId, createdAt: "2026-05-01T10:00:00.000Z", updatedAt, name: "Shop", isTest: false },
  ...{ timeZone: "UTC", reportingCurrency: null, defaultTrustFloor, responseRetentionDays: null },
});
const started = (floor: number | null) =>
  fixture.emitEvent(workspaceCreated, client.workspaceId, client.workspaceId, settingsOf(floor, "2026-05-01T10:00:00.000Z"));
const changed = (floor: number | null, updatedAt: string, field: "defaultTrustFloor" | "name" = "defaultTrustFloor") => {
  const data = { ...settingsOf(floor, updatedAt), changed: [field] };
  return fixture.emitEvent(workspaceUpdated, client.workspaceId, client.workspaceId, data);
};
const floorOfNew = async () => (await create(client)).minTrustScore;

describe("the default trust floor", () => {
  it("is the minTrustScore of new incentives, in this workspace only", async () => {
    await started(null);
    expect(await floorOfNew()).toBeNull();
    await changed(0.7, "2026-05-02T10:00:00.000Z");
    const incentive = await create(client);
    expect(incentive.minTrustScore).toBe(0.7);
    expect((await create(fixture.client())).minTrustScore).toBeNull();
    await changed(null, "2026-05-03T10:00:00.000Z");
    expect(await floorOfNew()).toBeNull();
  });

  it("is the newest one, even if an older event arrives late", async () => {
    await changed(0.8, "2026-05-02T10:00:00.000Z");
    await started(0.5);
    expect(await floorOfNew()).toBe(0.8);
  });

  it("has no effect below the lowest minTrustScore", async () => {
    await started(0.39);
    expect(await floorOfNew()).toBeNull();
  });
});
