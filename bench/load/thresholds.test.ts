import { describe, expect, it } from "vitest";
import { brokenReason, rampThresholds, ratesOf, runRamp } from "./ramp.js";
import { createTally, Recorder, type Tally } from "./recorder.js";
import type { Stage } from "./stage.js";
import { judge, p99Of } from "./thresholds.js";

function tallyOf({ ok = 0, limited = 0, failed = 0, latencyMs = 5, slow = 0 }): Tally {
  const tally = { ...createTally(), ok, limited, failures: new Map([["HTTP_503", failed]]) };
  for (let index = 0; index < ok; index++) tally.latency.recordValue(index < slow ? 900_000 : latencyMs * 1000);
  return tally;
}
const broken = (tally: Tally, thresholds: Parameters<typeof judge>[1]) =>
  judge(tally, thresholds)
    .filter(({ isMet }) => !isMet)
    .map(({ name }) => name);

describe("the histogram", () => {
  it("keeps three digits from microseconds to an hour", () => {
    for (const value of [1, 999, 12_345, 60_000_000, 3_600_000_000]) {
      const { latency } = createTally();
      latency.recordValue(value);
      expect(Math.abs(latency.getValueAtPercentile(100) - value) / value).toBeLessThan(0.001);
    }
  });

  it("counts a latency above an hour as an hour, and one below a microsecond as a microsecond", () => {
    const recorder = new Recorder();
    const end = performance.now();
    for (const intended of [end - 9e6, end + 1]) recorder.ended("get", intended, { status: 200, body: "{}", endedAt: end });
    const { latency } = recorder.total;
    expect(latency.getValueAtPercentile(1)).toBe(1);
    expect(latency.getValueAtPercentile(100) / 3.6e9).toBeCloseTo(1, 2);
  });
});

describe("thresholds", () => {
  it("break p99 by the slowest hundredth of the requests", () => {
    expect(p99Of(tallyOf({ ok: 1000, slow: 20 }))).toBeCloseTo(900, 0);
    expect(broken(tallyOf({ ok: 1000, slow: 20 }), { maxP99Ms: 500 })).toEqual(["p99"]);
    expect(broken(tallyOf({ ok: 1000, slow: 5 }), { maxP99Ms: 500 })).toEqual([]);
  });

  it("count 429 as errors, as a number or as a percentage", () => {
    const tally = tallyOf({ ok: 98, limited: 1, failed: 1 });
    expect(broken(tally, { maxErrors: { value: 2, isPercent: false } })).toEqual([]);
    expect(broken(tally, { maxErrors: { value: 1, isPercent: false } })).toEqual(["errors, including 429"]);
    expect(broken(tally, { maxErrors: { value: 2, isPercent: true } })).toEqual([]);
    expect(broken(tally, { maxErrors: { value: 1.9, isPercent: true } })).toEqual(["errors, including 429"]);
  });

  it("are never met without a successful request", () => {
    expect(broken(tallyOf({ failed: 3 }), { maxErrors: { value: 10, isPercent: false } })).toEqual(["successful requests"]);
  });
});

describe("a ramp", () => {
  const stageOf = (rate: number, tally: Tally) => ({ rate, recorder: { total: tally }, isStopped: false }) as unknown as Stage;
  const thresholds = rampThresholds({});

  it("rises by 25 % and ends at the highest rate", () => {
    expect(ratesOf({ from: 100, to: 200 })).toEqual([100, 125, 156, 195, 200]);
    expect(ratesOf({ from: 100, to: 100 })).toEqual([100]);
  });

  it("returns the highest rate that held and the reason of the end", async () => {
    const run = async (rate: number) => stageOf(rate, tallyOf({ ok: 100, latencyMs: rate > 150 ? 600 : 5 }));
    const { stages, highest, reason } = await runRamp([100, 125, 156, 200], run, thresholds);
    expect(stages).toHaveLength(3);
    expect(highest).toBe(125);
    expect(reason).toMatch(/^p99 is \d+\.\d ms \(at most 500 ms\)$/);
  });

  it("ends at its last rate", async () => {
    const ramp = await runRamp([100, 125], async (rate) => stageOf(rate, tallyOf({ ok: 100 })), thresholds);
    expect(ramp).toMatchObject({ highest: 125, reason: "it reached its last rate" });
  });

  it("says if a rate limit ended the ramp", () => {
    expect(brokenReason(stageOf(1, tallyOf({ ok: 5, limited: 40 })), thresholds)).toContain("a rate limit and not the capacity");
  });
});
