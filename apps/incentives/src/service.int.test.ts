import { expectReady, expectResolvedForItsWorkspaceOnly, startTestService } from "@offergraph/shared/testing/service";
import { afterAll, beforeAll, describe, it } from "vitest";
import { service } from "./service.js";

let running: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  running = await startTestService(service);
});
afterAll(() => running.end());

describe("incentives", () => {
  it("is ready when its database and NATS are there", () => expectReady(running));
  it.each([
    ["Incentive", "incentives"],
    ["Grant", "grants"],
  ])("resolves %s for its own workspace and no other", (type, table) => expectResolvedForItsWorkspaceOnly(running, type, table));
});
