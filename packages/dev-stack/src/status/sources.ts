import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type Observation, parseSamples, type Sample } from "./samples.js";

const timeoutMs = 5_000;

/** Reads the metrics of processes twice, with a pause of `seconds`. A process that does not answer has no samples. */
export async function observeProcesses(metricsUrls: readonly string[], seconds: number): Promise<Observation> {
  const before = await scrape(metricsUrls);
  await sleep(seconds * 1_000);
  return { before, after: await scrape(metricsUrls), seconds };
}

async function scrape(metricsUrls: readonly string[]): Promise<Sample[]> {
  const texts = metricsUrls.map((url) => read(url).then(parseSamples, () => []));
  return (await Promise.all(texts)).flat();
}

const answerSchema = z.object({
  data: z.object({
    result: z.array(z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })),
  }),
});

const windowSeconds = 300;

/** Reads the current values of the metrics, and the values of five minutes ago, from a Prometheus server. */
export async function observePrometheus(url: string, now = Date.now()): Promise<Observation> {
  const at = async (seconds: number): Promise<Sample[]> => {
    const query = new URL("api/v1/query", url.replace(/\/*$/, "/"));
    query.search = new URLSearchParams({ query: '{__name__=~"offergraph_.+"}', time: String(seconds) }).toString();
    const { data } = answerSchema.parse(JSON.parse(await read(query.href)));
    return data.result.map(({ metric: { __name__: name = "", ...labels }, value: [, value] }) => ({ name, labels, value: Number(value) }));
  };
  const [before, after] = await Promise.all([at(now / 1_000 - windowSeconds), at(now / 1_000)]);
  return { before, after, seconds: windowSeconds };
}

async function read(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
  if (!response.ok) throw new Error(`${url} answered with status ${response.status}.`);
  return response.text();
}

/** Returns true if a process reports that it is ready. `url` is any URL of the process. */
export async function isReady(url: string): Promise<boolean> {
  return read(new URL("/health/ready", url).href).then(
    () => true,
    () => false,
  );
}
