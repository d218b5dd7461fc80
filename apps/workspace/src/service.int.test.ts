import { expectReady, startTestService } from "@offergraph/testkit/service";
import { afterAll, beforeAll, describe, it } from "vitest";
import { service } from "./service.js";

let running: Awaited<ReturnType<typeof startTestService>>;
beforeAll(async () => {
  running = await startTestService(service);
});
afterAll(() => running.end());

describe("workspace", () => {
  it("is ready if its database and NATS are available", () => expectReady(running));
});
