import { cpus } from "node:os";
import { failedOf, type Recorder, type Sample, type Tally } from "./recorder.js";
import type { Settings } from "./settings.js";
import type { Stage } from "./stage.js";
import type { Verdict } from "./thresholds.js";

/** The latency percentiles in the report's tables. */
export const percentiles = [50, 90, 99, 99.9, 100] as const;
/** The percentiles of the latency distribution. */
const distribution = [0, 25, 50, 75, 90, 95, 98, 99, 99.5, 99.8, 99.9, 99.95, 99.98, 99.99];

export interface OperationResult {
  name: string;
  sent: number;
  ok: number;
  limited: number;
  failed: number;
  failures: Record<string, number>;
  /** Latencies in ms for `percentiles`, from the intended send time. The list is empty if no request succeeded. */
  latencies: number[];
  /** Latencies in ms for `percentiles`, from the actual send time. */
  serviceTimes: number[];
}

export interface StageResult {
  rate: number;
  okPerSecond: number;
  total: OperationResult;
  operations: OperationResult[];
  samples: Sample[];
  distribution: { percentile: number; latency: number; serviceTime: number }[];
  maxInFlight: number;
  limitMessage?: string;
  generator: { lagP99: number; cpu: number };
}

export interface Result {
  startedAt: string;
  url: string;
  workload: string;
  keys: number;
  seconds: number;
  warmUpSeconds: number;
  connections: number;
  timeoutMs: number;
  environment: string;
  stages: StageResult[];
  /** Highest rate of a ramp that met the thresholds, or null. */
  highestRate?: number | null;
  endReason?: string;
  verdicts: Verdict[];
  /** The created records that may remain in the workspace, because the cleanup failed. */
  remaining?: Remaining;
  notes: string[];
}

export interface Remaining {
  /** The codes of the discount codes start with this prefix. */
  prefix: string;
  /** Reason why the cleanup failed. */
  cause: string;
}

/** Returns the stage of the key figures. For a ramp, returns the highest step that met the thresholds, or else the last step. */
export const mainStage = ({ stages, highestRate }: Pick<Result, "stages" | "highestRate">): StageResult | undefined =>
  stages.find(({ rate }) => rate === highestRate) ?? stages.at(-1);

const ms = (microseconds: number): number => Math.round(microseconds) / 1000;

function operationResult(name: string, tally: Tally): OperationResult {
  const read = (histogram: Tally["latency"]) =>
    histogram.totalCount === 0 ? [] : percentiles.map((percentile) => ms(histogram.getValueAtPercentile(percentile)));
  return {
    ...{ name, sent: tally.sent, ok: tally.ok, limited: tally.limited, failed: failedOf(tally) },
    ...{ failures: Object.fromEntries(tally.failures), latencies: read(tally.latency), serviceTimes: read(tally.service) },
  };
}

export function stageResult({ rate, elapsedSeconds, recorder, generatorCpu }: Stage): StageResult {
  const { total, operations, samples, maxInFlight, limitMessage, lag } = recorder;
  return {
    ...{ rate, samples, maxInFlight, limitMessage, okPerSecond: total.ok / elapsedSeconds },
    total: operationResult("all", total),
    operations: [...operations].map(([name, tally]) => operationResult(name, tally)),
    distribution: distributionOf(recorder),
    generator: { lagP99: ms(lag.getValueAtPercentile(99)), cpu: generatorCpu },
  };
}

function distributionOf({ total: { latency, service } }: Recorder): StageResult["distribution"] {
  // Omits percentiles for which there are too few requests.
  const meaningful = distribution.filter((percentile) => latency.totalCount * (1 - percentile / 100) >= 1);
  return meaningful.map((percentile) => ({
    ...{ percentile, latency: ms(latency.getValueAtPercentile(percentile)) },
    serviceTime: ms(service.getValueAtPercentile(percentile)),
  }));
}

export function describeRun(settings: Settings): Omit<Result, "stages" | "verdicts" | "notes"> {
  const { url, workload, keys, seconds, warmUpSeconds, connections, timeoutMs } = settings;
  const processors = cpus();
  return {
    ...{ startedAt: new Date().toISOString(), url, workload, keys: keys.length, seconds, warmUpSeconds, connections, timeoutMs },
    environment: `Node ${process.version}, ${process.platform} ${process.arch}, ${processors.length} × ${processors[0]?.model.trim() ?? "CPU"}`,
  };
}
