import { workspaceCreated, workspaceUpdated } from "@offergraph/shared/contracts/events/workspace";
import { polling } from "@offergraph/testkit/timeouts";
import { startWorkspaceStub, type WorkspaceStub, workspaceDataOf } from "@offergraph/testkit/workspaces";
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from "vitest";
import type { Client } from "../testing/fixture.js";
import { create } from "../testing/incentives.js";
import { type OtherServicesFixture, startOtherServicesFixture } from "../testing/other-services.js";

let fixture: OtherServicesFixture;
let workspaces: WorkspaceStub;
let client: Client;
beforeAll(async () => {
  fixture = await startOtherServicesFixture(inject("adminUrl"));
  workspaces = await startWorkspaceStub(fixture.environment.NATS_URL ?? "", fixture.clock);
});
afterAll(async () => {
  await workspaces?.stop();
  await fixture?.stop();
});
beforeEach(() => {
  client = fixture.client();
});

const settingsOf = (defaultTrustFloor: number | null, updatedAt: string) =>
  workspaceDataOf(client.workspaceId, { defaultTrustFloor, updatedAt });
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

  it("is looked up for the first incentive of a workspace whose events have expired; older events change nothing", async () => {
    workspaces.set(client.workspaceId, { defaultTrustFloor: 0.6, updatedAt: "2026-05-02T10:00:00.000Z" });
    expect(await floorOfNew()).toBe(0.6);
    await started(0.9);
    expect(await floorOfNew()).toBe(0.6);
  });

  it("does not apply while it is not known, and is looked up later", async () => {
    workspaces.set(client.workspaceId, { defaultTrustFloor: 0.6 });
    await workspaces.whileSilent(async () => {
      expect(await floorOfNew()).toBeNull();
      await vi.waitFor(() => expect(workspaces.lookups(client.workspaceId)).toHaveLength(2), polling);
    });
    fixture.clock.advance(30_000);
    const known = () => fixture.admin.query("SELECT FROM workspace_settings WHERE workspace_id = $1", [client.workspaceId]);
    await vi.waitFor(async () => expect((await known()).rowCount).toBe(1), polling);
    expect(await floorOfNew()).toBe(0.6);
  });

  it("has no effect below the lowest minTrustScore", async () => {
    await started(0.39);
    expect(await floorOfNew()).toBeNull();
  });
});
