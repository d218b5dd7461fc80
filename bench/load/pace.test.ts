import { afterEach, describe, expect, it, vi } from "vitest";
import { intendedTimes, pace } from "./pace.js";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a schedule", () => {
  it("has equal distances that do not depend on responses", () => {
    const { count, at } = intendedTimes(250, 2);
    expect(count).toBe(500);
    expect([0, 1, 250, 499].map(at)).toEqual([0, 4, 1000, 1996]);
  });

  it("has at least one request", () => {
    expect(intendedTimes(0.1, 1).count).toBe(1);
  });

  it("is caught up after the generator was blocked, with the intended times", async () => {
    const times: number[] = [];
    const send = (intended: number) => {
      times.push(intended);
      const end = performance.now() + 100;
      if (times.length === 10) while (performance.now() < end);
    };
    expect(await pace({ rate: 200, seconds: 0.5, send, continues: () => true })).toBe(0);
    expect(times).toHaveLength(100);
    const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeCloseTo(5, 6);
  });

  it("sends no request more than 1 ms early", async () => {
    const early: number[] = [];
    await pace({ rate: 500, seconds: 0.3, send: (intended) => early.push(intended - performance.now()), continues: () => true });
    expect(Math.max(...early)).toBeLessThanOrEqual(1);
  });

  it("returns the number of requests that it did not send", async () => {
    let sent = 0;
    // Advances the time with each request, because a pause of this process would make several requests due at once.
    vi.spyOn(performance, "now").mockImplementation(() => sent * 10);
    const unsent = await pace({ rate: 100, seconds: 1, send: () => sent++, continues: () => sent < 3 });
    expect([sent, unsent]).toEqual([3, 97]);
  });
});
