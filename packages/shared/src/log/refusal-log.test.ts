import { pino } from "pino";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { createRefusalLog } from "./refusal-log.js";

const lines: Record<string, unknown>[] = [];
const log = pino({ base: {} }, { write: (line: string) => void lines.push(JSON.parse(line)) });
beforeEach(() => {
  lines.length = 0;
});
const noted = (refusals: ReturnType<typeof createRefusalLog>, code: string, subject: string) =>
  refusals.note(code, subject, () => log.info({ code, subject, requestId: "r" }, "refused"));

describe("the log of rejected requests", () => {
  it("writes one line for the first of a subject and code, and one with the count of the others", () => {
    const refusals = createRefusalLog({ log });
    for (let index = 0; index < 1_000; index++) noted(refusals, "RATE_LIMITED", "192.0.2.1");
    noted(refusals, "api_key_invalid", "192.0.2.1");
    noted(refusals, "RATE_LIMITED", "192.0.2.2");
    expect(lines).toHaveLength(3);
    refusals.flush();
    expect(lines.slice(3)).toMatchObject([
      { code: "RATE_LIMITED", subject: "192.0.2.1", count: 999, windowSeconds: 60, msg: "Further requests were refused" },
    ]);
    noted(refusals, "RATE_LIMITED", "192.0.2.1");
    expect(lines).toHaveLength(5);
  });
  it("ends windows automatically", () => {
    vi.useFakeTimers();
    const refusals = createRefusalLog({ log, windowMs: 1_000 });
    noted(refusals, "A", "b");
    noted(refusals, "A", "b");
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(lines).toMatchObject([{ requestId: "r" }, { code: "A", subject: "b", count: 1 }]);
  });
  it("tracks a bounded number of subjects and sums the rest by code", () => {
    const refusals = createRefusalLog({ log, maxSubjects: 10 });
    for (let index = 0; index < 5_000; index++) noted(refusals, "RATE_LIMITED", `subject ${index}`);
    refusals.flush();
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toMatchObject({ subject: "others", count: 4_990 });
  });
});
