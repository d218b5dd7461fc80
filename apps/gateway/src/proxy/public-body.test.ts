import { PassThrough } from "node:stream";
import { SharedBudget } from "@offergraph/shared/http/shared-budget";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PublicContext } from "./context.js";
import { readPublicRequest } from "./public-body.js";

const timeoutMs = 200;
const part = Buffer.alloc(20_000, "x");
/** Time in milliseconds by which a part extends the timeout. */
const partMs = 625;
const parts = 10;

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

/** Starts to read the body of a request. The returned function sends a part of the body, and waits until it is received. */
function startRequest() {
  const budget = new SharedBudget({ maxCount: 1, maxBytes: parts * part.length, totalBytes: 2 * parts * part.length });
  const request = Object.assign(new PassThrough(), { method: "POST", headers: { "transfer-encoding": "chunked" } });
  const target = { maxBodyBytes: parts * part.length };
  const context = { request, target, gateway: { publicBodies: { budget, timeoutMs } }, address: "203.0.113.1", body: null };
  const read = Promise.resolve(readPublicRequest(context as unknown as PublicContext));
  const sendPart = async () => {
    request.write(part);
    await new Promise(setImmediate);
  };
  return { request, budget, context, read, sendPart };
}

describe("a body", () => {
  it("may be slow as long as it arrives at a steady rate", async () => {
    const { request, context, read, sendPart } = startRequest();
    for (let sent = 0; sent < parts; sent += 1) {
      await sendPart();
      vi.advanceTimersByTime(partMs);
    }
    request.end();
    await read;
    expect(context.body).toHaveLength(parts * part.length);
  });

  it("times out below this rate, and releases its budget", async () => {
    const { budget, read, sendPart } = startRequest();
    const refused = vi.fn();
    void read.catch(refused);
    await sendPart();
    vi.advanceTimersByTime(timeoutMs + partMs - 1);
    await new Promise(setImmediate);
    expect(refused).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    await new Promise(setImmediate);
    expect(refused.mock.calls).toMatchObject([[{ code: "REQUEST_TIMEOUT" }]]);
    expect(budget.open("203.0.113.1")).toBeDefined();
  });
});
