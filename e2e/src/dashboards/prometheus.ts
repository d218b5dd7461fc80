export interface Series {
  labels: Readonly<Record<string, string>>;
  /** Times in seconds since 1970, without the points that are not a finite number. */
  points: readonly { time: number; value: number }[];
}

export interface Range {
  start: number;
  end: number;
  stepSeconds: number;
}

/** Returns the step and the variables of a query, as Grafana derives them from the time range and the interval of the scrapes. */
export function resolveQuery(expression: string, options: { start: number; end: number; scrapeSeconds: number; maxPoints: number }) {
  const { start, end, scrapeSeconds, maxPoints } = options;
  const stepSeconds = Math.max(scrapeSeconds, Math.ceil((end - start) / maxPoints / scrapeSeconds) * scrapeSeconds);
  const rateInterval = Math.max(stepSeconds + scrapeSeconds, 4 * scrapeSeconds);
  const query = expression.replaceAll("$__rate_interval", `${rateInterval}s`).replaceAll("$__range", `${end - start}s`);
  const [unresolved] = query.match(/\$\w+|\$\{[^}]*\}/) ?? [];
  if (unresolved) throw new Error(`The variable ${unresolved} is not supported.`);
  return { query, range: { start, end, stepSeconds } };
}

interface Answer {
  status: "success" | "error";
  error?: string;
  data?: { result: { metric: Record<string, string>; values: [number, string][] }[] };
}

/** Evaluates a query over a time range. Throws an Error with Prometheus' message if the query fails. */
export async function queryRange(url: string, query: string, { start, end, stepSeconds }: Range): Promise<Series[]> {
  const parameters = { query, start: String(start), end: String(end), step: String(stepSeconds) };
  const answer = await fetch(`${url}/api/v1/query_range`, { method: "POST", body: new URLSearchParams(parameters) });
  const { error, data } = (await answer.json()) as Answer;
  if (!data) throw new Error(error ?? `Prometheus responded with status ${answer.status}.`);
  return data.result.map(({ metric, values }) => ({
    labels: metric,
    points: values.map(([time, value]) => ({ time, value: Number(value) })).filter(({ value }) => Number.isFinite(value)),
  }));
}
