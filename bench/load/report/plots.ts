import type { Sample } from "../recorder.js";
import { mainStage, type Result, type StageResult } from "../result.js";
import { type Plot, renderPlot, type Series } from "./plot.js";
import { linearScale, logScale, percentileScale } from "./scale.js";

/** Minimum duration of a sample in a plot. Shorter samples contain too few requests. */
const minSampleSeconds = 0.5;

/** Returns the plots of a load test's result. Only a ramp has a plot of latency by rate. */
export function renderPlots(result: Result): string {
  const { stages, highestRate } = result;
  const main = mainStage(result);
  const plots = [throughputPlot(stages), latencyPlot(stages)];
  if (highestRate !== undefined) plots.push(ratePlot(stages));
  if (main && main.distribution.length > 1) plots.push(distributionPlot(main, stages.length > 1));
  return plots.map(renderPlot).join("\n");
}

type Timed = Sample & { x: number };

/** Returns the samples of all stages in order. */
function samplesOf(stages: readonly StageResult[]): Timed[] {
  let start = 0;
  return stages.flatMap(({ samples }) => {
    const timed = samples.map((sample) => ({ ...sample, x: start + sample.second }));
    start = timed.at(-1)?.x ?? start;
    return timed.filter(({ length }, index) => index === 0 || length >= minSampleSeconds);
  });
}

const lineOf = <Item>(name: string, items: readonly Item[], x: (item: Item) => number, y: (item: Item) => number | undefined): Series => ({
  name,
  points: items.map((item) => ({ x: x(item), y: y(item) })),
});

const valuesOf = (series: readonly Series[], axis: "x" | "y"): number[] =>
  series.flatMap(({ points }) => points.flatMap((point) => point[axis] ?? []));
const maximum = (values: readonly number[]): number => values.reduce((max, value) => Math.max(max, value), 0);
const minimum = (values: readonly number[]): number => values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);

function throughputPlot(stages: readonly StageResult[]): Plot {
  const samples = samplesOf(stages);
  const line = (name: string, count: (sample: Timed) => number) =>
    lineOf(
      name,
      samples,
      ({ x }) => x,
      (sample) => count(sample) / sample.length,
    );
  const planned = lineOf(
    "planned",
    samples,
    ({ x }) => x,
    ({ rate }) => rate,
  );
  const errors = [line("429", ({ limited }) => limited), line("failed", ({ failed }) => failed)];
  const series = [planned, line("successful", ({ ok }) => ok), ...errors.filter((each) => maximum(valuesOf([each], "y")) > 0)];
  return {
    ...{ title: "Responses per second", xLabel: "seconds", yLabel: "per second", series },
    ...{ x: linearScale(maximum(valuesOf(series, "x"))), y: linearScale(maximum(valuesOf(series, "y"))) },
  };
}

function logPlot(title: string, xLabel: string, series: Series[], scale = linearScale): Plot {
  const values = valuesOf(series, "y");
  const y = logScale(minimum(values), maximum(values));
  return { title, xLabel, yLabel: "ms", x: scale(maximum(valuesOf(series, "x"))), y, series };
}

function latencyPlot(stages: readonly StageResult[]): Plot {
  const samples = samplesOf(stages);
  const line = (name: "p50" | "p99") =>
    lineOf(
      name,
      samples,
      ({ x }) => x,
      (sample) => sample[name],
    );
  return logPlot("Latency over time", "seconds", [line("p50"), line("p99")]);
}

function ratePlot(stages: readonly StageResult[]): Plot {
  const line = (name: string, index: number) =>
    lineOf(
      name,
      stages,
      ({ rate }) => rate,
      ({ total }) => total.latencies[index],
    );
  return logPlot("Latency by rate", "requests per second", [line("p50", 0), line("p99", 2)]);
}

function distributionPlot({ distribution, rate }: StageResult, isRamp: boolean): Plot {
  const line = (name: string, read: (point: StageResult["distribution"][number]) => number) =>
    lineOf(name, distribution, ({ percentile }) => percentile, read);
  const series = [line("uncorrected", ({ serviceTime }) => serviceTime), line("from the intended send time", ({ latency }) => latency)];
  return logPlot(`Latency distribution${isRamp ? ` at ${rate} requests per second` : ""}`, "percentile", series, percentileScale);
}
