import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { count, createCounter, limitHeaders, look } from "./limit.js";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a limit", () => {
  it("allows exactly its number of requests, concurrent or sequential", async () => {
    const counter = createCounter("test", 60);
    const verdicts = await Promise.all(Array.from({ length: 40 }, () => count(counter, "a", 25)));
    expect(verdicts.filter((verdict) => verdict?.isWithin)).toHaveLength(25);
    expect((await count(counter, "b", 25))?.isWithin).toBe(true);
  });

  it("has fixed windows, from the first counted request", async () => {
    const counter = createCounter("test", 60);
    expect(await count(counter, "a", 2)).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, isWithin: true });
    await vi.advanceTimersByTimeAsync(59_000);
    expect(await count(counter, "a", 2)).toEqual({ limit: 2, remaining: 0, resetSeconds: 1, isWithin: true });
    expect(await count(counter, "a", 2)).toEqual({ limit: 2, remaining: 0, resetSeconds: 1, isWithin: false });
    await vi.advanceTimersByTimeAsync(1_001);
    expect(await count(counter, "a", 2)).toEqual({ limit: 2, remaining: 1, resetSeconds: 60, isWithin: true });
  });

  it("can be checked without counting", async () => {
    const counter = createCounter("test", 60);
    for (let index = 0; index < 3; index++) expect((await look(counter, "a", 1))?.isWithin).toBe(true);
    await count(counter, "a", 1);
    expect((await look(counter, "a", 1))?.isWithin).toBe(false);
    await vi.advanceTimersByTimeAsync(60_001);
    expect((await look(counter, "a", 1))?.isWithin).toBe(true);
  });

  it("of 0 is off", async () => {
    const counter = createCounter("test", 60);
    expect(await count(counter, "a", 0)).toBeUndefined();
    expect(await look(counter, "a", 0)).toBeUndefined();
  });

  it("is reported in headers", () => {
    expect(limitHeaders({ limit: 200, remaining: 7, resetSeconds: 12, isWithin: true })).toEqual({
      "RateLimit-Limit": "200",
      "RateLimit-Remaining": "7",
      "RateLimit-Reset": "12",
    });
  });
});
