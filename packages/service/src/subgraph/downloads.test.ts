import { EventEmitter, once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { jobResultPath, jobResultSigner } from "@offergraph/shared/access/job-result";
import { createMetrics } from "@offergraph/shared/telemetry/metrics";
import { systemClock } from "@offergraph/shared/time/clock";
import { newId } from "@offergraph/shared/time/ids";
import { testSigningKey } from "@offergraph/testkit/subgraph";
import { polling } from "@offergraph/testkit/timeouts";
import { visitorOf } from "@offergraph/testkit/visitor";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { jobResultRoute } from "../long-jobs/result-route.js";
import { type DownloadLimits, Downloads } from "./downloads.js";
import { createRoutes } from "./routes.js";

const limits = { maxCount: 2, graceMs: 1_000, minBytesPerMs: 10, maxMs: 60_000 };
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function responseOf(): ServerResponse {
  const response = Object.assign(new EventEmitter(), { destroyed: false, destroy: () => undefined as unknown });
  response.destroy = () => {
    response.destroyed = true;
    response.emit("close");
  };
  return response as unknown as ServerResponse;
}

it("limits the concurrent downloads of a workspace, until they end", () => {
  const downloads = new Downloads(limits);
  const responses = [responseOf(), responseOf()];
  for (const response of responses) downloads.start("mine", response);
  expect(() => downloads.start("mine", responseOf())).toThrow("the limit of 2 concurrent downloads");
  downloads.start("other", responseOf());
  responses[0]?.destroy();
  downloads.start("mine", responseOf());
  expect(() => downloads.start("mine", responseOf())).toThrow();
  const gone = responseOf();
  gone.destroy();
  downloads.start("third", gone);
  downloads.start("third", responseOf());
  downloads.start("third", responseOf());
});

it("ends a download that receives too little, even if it always receives something", () => {
  const [slow, steady] = [responseOf(), responseOf()];
  const downloads = new Downloads(limits);
  const counts = [downloads.start("mine", slow), downloads.start("mine", steady)];
  for (let second = 0; second < 5; second++) {
    for (const [index, count] of counts.entries()) count(index === 0 ? 5_000 : 10_000);
    vi.advanceTimersByTime(1_000);
  }
  expect([slow.destroyed, steady.destroyed]).toEqual([true, false]);
});

it("ends a fast download after the maximum duration", () => {
  const response = responseOf();
  const count = new Downloads(limits).start("mine", response);
  count(20_000_000);
  vi.advanceTimersByTime(59_999);
  expect(response.destroyed).toBe(false);
  vi.advanceTimersByTime(1);
  expect(response.destroyed).toBe(true);
});

describe("result files", () => {
  const log = pino({ level: "silent" });
  const signer = jobResultSigner(testSigningKey, "trial");
  // The file is larger than all buffers, so the response cannot end before the client reads.
  const read = async () => [{ parameters: "{}", parts: 1_000, content: "x".repeat(1024 * 1024) }];
  const deps = { settings: { GATEWAY_SIGNING_KEY: testSigningKey }, clock: systemClock, database: { read } };
  let stop = async () => {};
  beforeEach(() => void vi.useRealTimers());
  afterEach(() => stop());

  /** Starts a server, and returns a function that requests a file of a workspace. */
  async function start(changes: Partial<DownloadLimits>) {
    const route = jobResultRoute("trial", deps as never, () => ({ type: "text/plain", name: "file" }), { ...limits, ...changes });
    const options = { service: "trial", routes: [route], signingKey: testSigningKey, log, clock: systemClock };
    const served = createRoutes({ ...options, metrics: createMetrics("trial") });
    const server = createServer((request, response) => void served.answer(request, response));
    await once(server.listen(0, "127.0.0.1"), "listening");
    stop = async () => {
      server.closeAllConnections();
      server.close();
      await served.idle();
    };
    const visit = visitorOf(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    return (workspaceId: string, method = "GET") =>
      visit(`${jobResultPath}trial/${signer.sign({ workspaceId, jobId: newId() }, Date.now())}`, { method });
  }

  it("are limited per workspace", async () => {
    const get = await start({ graceMs: 60_000 });
    const mine = newId();
    const [first] = [await get(mine), await get(mine)];
    const refused = await get(mine);
    const answer = (await refused.json()) as { errors: { extensions: { code: string } }[] };
    expect([refused.status, refused.headers.get("retry-after"), answer.errors[0]?.extensions.code]).toEqual([429, "1", "RATE_LIMITED"]);
    expect([(await get(mine, "HEAD")).status, (await get(newId())).status]).toEqual([200, 200]);
    await first?.body?.cancel();
    await vi.waitFor(async () => expect((await get(mine)).status).toBe(200), polling);
  });

  it("end if the client does not read", async () => {
    const get = await start({ graceMs: 100, minBytesPerMs: 1_000_000 });
    const mine = newId();
    const unread = [await get(mine), await get(mine)];
    await vi.waitFor(async () => expect((await get(mine)).status).toBe(200), polling);
    for (const response of unread) await expect(response.text()).rejects.toThrow();
  });
});
