import { build, type Histogram } from "hdr-histogram-js";
import type { Response } from "./client.js";
import { type Outcome, outcomeOf } from "./outcome.js";

/** Counts and latencies of the requests of one operation. Histograms contain microseconds. */
export interface Tally {
  sent: number;
  ok: number;
  limited: number;
  /** Number of failed requests by error code. */
  failures: Map<string, number>;
  /** Latencies of successful requests and timeouts, measured from the intended send time. */
  latency: Histogram;
  /** Latencies of the same requests, measured from the actual send time. */
  service: Histogram;
}

/** Sample of the requests that ended within about one second. */
export interface Sample {
  /** End of the sample in seconds after the start. */
  second: number;
  length: number;
  rate: number;
  ok: number;
  limited: number;
  failed: number;
  p50?: number;
  p99?: number;
}

const hourInMicroseconds = 3_600_000_000;
export const createHistogram = (): Histogram =>
  build({ lowestDiscernibleValue: 1, highestTrackableValue: hourInMicroseconds, numberOfSignificantValueDigits: 3 });

const microseconds = (ms: number): number => Math.min(hourInMicroseconds, Math.max(1, Math.round(ms * 1000)));

export const createTally = (): Tally => ({
  ...{ sent: 0, ok: 0, limited: 0, failures: new Map(), latency: createHistogram(), service: createHistogram() },
});

export const failedOf = ({ failures }: Tally): number => [...failures.values()].reduce((sum, count) => sum + count, 0);

/** Counts requests and records their latencies. */
export class Recorder {
  readonly total = createTally();
  readonly operations = new Map<string, Tally>();
  readonly samples: Sample[] = [];
  /** Delays between the intended send times and the calls that send the requests. */
  readonly lag = createHistogram();
  limitMessage?: string;
  inFlight = 0;
  maxInFlight = 0;
  private readonly started = performance.now();
  private readonly window = createHistogram();
  private counts = { ok: 0, limited: 0, failed: 0 };

  sent(operation: string, intended: number): void {
    for (const tally of this.talliesOf(operation)) tally.sent++;
    this.lag.recordValue(microseconds(performance.now() - intended));
    this.maxInFlight = Math.max(this.maxInFlight, ++this.inFlight);
  }

  ended(operation: string, intended: number, response: Response): void {
    this.inFlight--;
    const outcome = outcomeOf(response);
    const latency = microseconds(response.endedAt - intended);
    // Excludes rejected requests, because fast rejections would lower the percentiles. A timeout counts with its elapsed time.
    const isTimed = outcome.kind === "ok" || (outcome.kind === "failed" && outcome.isTimeout);
    for (const tally of this.talliesOf(operation)) {
      countOutcome(tally, outcome);
      if (!isTimed) continue;
      tally.latency.recordValue(latency);
      if (response.startedAt !== undefined) tally.service.recordValue(microseconds(response.endedAt - response.startedAt));
    }
    if (isTimed) this.window.recordValue(latency);
    if (outcome.kind === "limited") this.limitMessage ??= outcome.message;
    this.counts[outcome.kind]++;
  }

  /** Counts requests that exceed the maximum number in flight. */
  unsent(count: number): void {
    if (count > 0) this.total.failures.set("NOT_SENT", (this.total.failures.get("NOT_SENT") ?? 0) + count);
  }

  /** Ends the current sample and begins a new sample. The caller must call this method once per second. */
  sample(rate: number): Sample {
    const [p50, p99] = this.window.totalCount > 0 ? [50, 99].map((percentile) => this.window.getValueAtPercentile(percentile) / 1000) : [];
    const second = (performance.now() - this.started) / 1000;
    const sample = { second, length: second - (this.samples.at(-1)?.second ?? 0), rate, ...this.counts, p50, p99 };
    this.samples.push(sample);
    this.window.reset();
    this.counts = { ok: 0, limited: 0, failed: 0 };
    return sample;
  }

  private talliesOf(operation: string): Tally[] {
    let tally = this.operations.get(operation);
    if (!tally) {
      tally = createTally();
      this.operations.set(operation, tally);
    }
    return [tally, this.total];
  }
}

function countOutcome(tally: Tally, outcome: Outcome): void {
  if (outcome.kind === "ok") tally.ok++;
  else if (outcome.kind === "limited") tally.limited++;
  else tally.failures.set(outcome.code, (tally.failures.get(outcome.code) ?? 0) + 1);
}
