import { expectReady, startTestService } from "@offergraph/testkit/service";
import { afterAll, beforeAll, describe, it } from "vitest";
import { service } from "./service.js";

let running: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  running = await startTestService(service);
});
afterAll(() => running.end());

describe("incentives", () => {
  it("is ready when its database and NATS are there", () => expectReady(running));
});
