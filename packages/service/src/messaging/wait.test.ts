import { describe, expect, it } from "vitest";
import { AbortError, abortable, backoff, Signal, sleep } from "./wait.js";

const aLongTime = 60_000;

describe("waiting", () => {
  it("ends when the signal aborts or has aborted", async () => {
    const stop = new AbortController();
    const waits = [sleep(aLongTime, stop.signal), new Signal().wait(aLongTime, stop.signal)];
    const never = abortable(new Promise(() => undefined), stop.signal);
    stop.abort();
    await Promise.all(waits);
    await expect(never).rejects.toThrow(AbortError);
    await expect(abortable(Promise.resolve(1), stop.signal)).rejects.toThrow(AbortError);
    await new Signal().wait(aLongTime, stop.signal);
  });
  it("returns the promise's result", async () => {
    const { signal } = new AbortController();
    expect(await abortable(Promise.resolve(1), signal)).toBe(1);
    await expect(abortable(Promise.reject(new Error("no")), signal)).rejects.toThrow("no");
  });
  it("a bell wakes a waiter, or the next one once", async () => {
    const { signal } = new AbortController();
    const bell = new Signal();
    const waiting = bell.wait(aLongTime, signal);
    bell.notify();
    await waiting;
    bell.notify();
    await bell.wait(aLongTime, signal);
    // Node.js measures timers from the start of the event loop's turn, so the test waits for the next turn.
    await new Promise((resolve) => setImmediate(resolve));
    const started = performance.now();
    await bell.wait(20, signal);
    expect(performance.now() - started).toBeGreaterThan(15);
  });
  it("doubles the backoff up to a maximum", () => {
    expect([1, 2, 3, 4, 50].map((failures) => backoff(failures, 100, 500))).toEqual([100, 200, 400, 500, 500]);
  });
});
