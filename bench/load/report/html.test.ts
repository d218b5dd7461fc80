import { describe, expect, it } from "vitest";
import { Recorder } from "../recorder.js";
import { type Result, stageResult } from "../result.js";
import { renderReport } from "./html.js";
import { linearScale, logScale, percentileScale } from "./scale.js";

function resultOf(changes: Partial<Result> = {}, isOk = true): Result {
  const recorder = new Recorder();
  for (let index = 1; index <= 1000; index++) {
    recorder.sent("get", performance.now());
    recorder.ended("get", 0, { status: isOk ? 200 : 429, body: "{}", startedAt: 0, endedAt: index });
  }
  recorder.sample(100);
  const stage = stageResult({ rate: 100, elapsedSeconds: 10, recorder, isStopped: false, generatorCpu: 0.1 });
  return {
    ...{ startedAt: "2026-01-01T00:00:00.000Z", url: "http://a.example", workload: "get", keys: 1, seconds: 10, warmUpSeconds: 0 },
    ...{ connections: 1, timeoutMs: 1000, environment: "Node", stages: [stage], verdicts: [], notes: [] },
    ...changes,
  };
}

describe("the report", () => {
  it("shows percentiles and the state of thresholds", () => {
    const verdicts = [{ name: "p99", limit: "at most 5 ms", actual: "990.2 ms", isMet: false }];
    const html = renderReport(resultOf({ verdicts }));
    expect(html).toContain("<b>990 ms</b>p99");
    expect(html).toContain('<span class="bad">broken</span>: p99: 990.2 ms (at most 5 ms)');
  });

  it("escapes texts and loads nothing", () => {
    const html = renderReport(resultOf({ notes: ['<img src="http://evil.example">'] }));
    expect(html).toContain("&lt;img src=&quot;");
    expect(html).not.toMatch(/<(script|link|img|iframe)|url\(|@import/);
  });

  it("has numbers in all plots, even if no request succeeded", () => {
    for (const isOk of [true, false]) expect(renderReport(resultOf({}, isOk))).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe("scales", () => {
  it("are linear up to a round number", () => {
    expect(linearScale(1499).ticks.map(({ label }) => label)).toEqual(["0", "500", "1k", "1.5k"]);
    expect(linearScale(0).at(0)).toBe(0);
  });

  it("are logarithmic between powers of ten", () => {
    const { at, ticks } = logScale(2, 800);
    expect(ticks.map(({ value }) => value)).toEqual([1, 10, 100, 1000]);
    expect(at(100)).toBeCloseTo(2 / 3);
  });

  it("give each further nine of a percentile the same distance", () => {
    const { at } = percentileScale(99.9);
    expect([90, 99, 99.9].map(at)).toEqual([expect.closeTo(1 / 3), expect.closeTo(2 / 3), expect.closeTo(1)]);
  });
});
