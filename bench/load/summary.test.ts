import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { notesOf } from "./notes.js";
import { createProgress } from "./progress.js";
import { Recorder } from "./recorder.js";
import { type Result, stageResult } from "./result.js";
import { summarize } from "./summary.js";

// A pause of this process would count as a delay of the generator.
beforeEach(() => {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => {
  vi.restoreAllMocks();
});

function stageOf(rate: number, limitMessage?: string) {
  const recorder = new Recorder();
  for (let index = 0; index < 10; index++) {
    recorder.sent("get", performance.now());
    const body = limitMessage ? JSON.stringify({ errors: [{ message: limitMessage }] }) : "{}";
    recorder.ended("get", 0, { status: limitMessage ? 429 : 200, body, startedAt: 0, endedAt: 20 });
  }
  return stageResult({ rate, elapsedSeconds: 1, recorder, isStopped: false, generatorCpu: 0.1 });
}
const run = {
  startedAt: "",
  url: "",
  workload: "get",
  keys: 1,
  seconds: 1,
  warmUpSeconds: 0,
  connections: 1,
  timeoutMs: 1,
  environment: "",
};
const result = (changes: Partial<Result>): Result => ({ ...run, stages: [stageOf(10)], verdicts: [], notes: [], ...changes });

describe("the summary", () => {
  it("has a row per operation for one rate, and a row per rate for a ramp", () => {
    expect(summarize(result({}))).toMatch(/^get +10 +10 +0 +0 +20\.0 /m);
    const ramp = summarize(result({ stages: [stageOf(10), stageOf(12.5)], highestRate: 10, endReason: "p99 is 9 ms (at most 5 ms)" }));
    expect(ramp).toMatch(/^12\.5\/s +10 /m);
    expect(ramp).toContain("Highest rate that met the thresholds: 10 requests per second.");
    expect(ramp).toContain("The ramp ended because p99 is 9 ms (at most 5 ms).");
  });

  it("explains which limit caused 429", () => {
    const noteOf = (message: string) => notesOf({ stages: [stageOf(10, message)], connections: 100 }).join();
    expect(noteOf("This network address exceeded 200 requests per minute.")).toContain("RATE_LIMIT_PER_IP limits all requests");
    expect(noteOf("This API key exceeded 600 requests per minute.")).toContain(
      "RATE_LIMIT_PER_KEY, or the limit that is stored with the key",
    );
    expect(notesOf({ stages: [stageOf(10)], connections: 100 })).toEqual([]);
  });
});

describe("the progress", () => {
  const sample = (second: number) => ({ second, length: 1, rate: 10, ok: 10, limited: 2, failed: 0, p50: 1.5, p99: 200 });
  const written = (output: { isTTY?: boolean; columns?: number }) => {
    let text = "";
    const progress = createProgress({ ...output, write: (part) => (text += part) });
    for (let second = 1; second <= 5; second++) progress.sample(sample(second), { inFlight: 3 });
    progress.line("End.");
    return text;
  };

  it("replaces one line in a terminal, which never wraps", () => {
    const lines = written({ isTTY: true, columns: 40 }).split("\n");
    expect(lines).toHaveLength(3);
    for (const shown of lines[0]?.split("\r\u001b[K") ?? []) expect(shown.length).toBeLessThan(40);
    expect(lines[1]).toBe("End.");
  });

  it("has a line every five seconds without a terminal", () => {
    expect(written({})).toBe("   5 s  10.0 req/s planned, 10 ok, 429: 2, 3 in flight, p50 1.5 ms, p99 200 ms\nEnd.\n");
  });
});
