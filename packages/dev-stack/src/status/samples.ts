/** The value of a metric for one combination of labels. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

/** Samples at two times, so that rates can be computed. */
export interface Observation {
  before: readonly Sample[];
  after: readonly Sample[];
  seconds: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*?)\})? (\S+)(?: #.*)?$/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

/** Parses the metrics of a process in the OpenMetrics text format. */
export function parseSamples(text: string): Sample[] {
  return text.split("\n").flatMap((one) => {
    const [, name, labels = "", value] = one.startsWith("#") ? [] : (line.exec(one) ?? []);
    if (name === undefined) return [];
    const pairs = [...labels.matchAll(label)].map(([, key = "", content = ""]) => [key, content.replace(/\\(.)/g, "$1")] as const);
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value === "+Inf" ? "Infinity" : value) }];
  });
}

export type Matches = (labels: Sample["labels"]) => boolean;

/** Returns the sum of a metric. Returns 0 without samples. */
export function sumOf(samples: readonly Sample[], name: string, matches: Matches = () => true): number {
  return samples.reduce((sum, sample) => (sample.name === name && matches(sample.labels) ? sum + sample.value : sum), 0);
}

/** Returns the increase of a counter per second. A counter that starts again at 0, because its process was restarted, counts as 0. */
export function rateOf({ before, after, seconds }: Observation, name: string, matches?: Matches): number {
  return Math.max(0, sumOf(after, name, matches) - sumOf(before, name, matches)) / seconds;
}

/** Estimates a quantile of a histogram like Prometheus. Returns undefined if nothing was observed between the two times. */
export function quantileOf({ before, after }: Observation, quantile: number, name: string, matches: Matches): number | undefined {
  const bucket = `${name}_bucket`;
  const bounds = [...new Set(after.flatMap((sample) => (sample.name === bucket && matches(sample.labels) ? (sample.labels.le ?? []) : [])))]
    .map((text) => ({ bound: text === "+Inf" ? Number.POSITIVE_INFINITY : Number(text), text }))
    .sort((one, other) => one.bound - other.bound);
  const counts = bounds.map(({ text }) => {
    const inBucket: Matches = (labels) => labels.le === text && matches(labels);
    return Math.max(0, sumOf(after, bucket, inBucket) - sumOf(before, bucket, inBucket));
  });
  const total = counts.at(-1) ?? 0;
  if (total === 0) return undefined;
  const wanted = quantile * total;
  const index = counts.findIndex((count) => count >= wanted);
  const [lower, upper] = [bounds[index - 1]?.bound ?? 0, bounds[index]?.bound ?? 0];
  if (!Number.isFinite(upper)) return lower;
  const below = counts[index - 1] ?? 0;
  return lower + ((upper - lower) * (wanted - below)) / Math.max(1, (counts[index] ?? 0) - below);
}
