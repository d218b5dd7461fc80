import autocannon from "autocannon";
import { type ProcessorTime, readProcessorTime } from "./processor-time.js";
import type { Operation, Target } from "./target.js";

/** Figures of one round. CPU times are microseconds per request, by process. */
export interface Round {
  cpu: ProcessorTime;
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

const connections = 50;
/** Index of the next request. The index makes all requests different. */
let sent = Math.floor(Math.random() * 1_000_000);

/** Sends `amount` requests over 50 connections. Throws if a response has an error. */
export async function sendRequests(target: Target, operation: Operation, amount: number): Promise<Omit<Round, "cpu">> {
  let failed: string | undefined;
  let last = 0;
  const started = performance.now();
  const result = await autocannon({
    url: target.url,
    connections: Math.min(connections, amount),
    timeout: 60,
    amount,
    requests: [
      {
        method: "POST",
        setupRequest(request) {
          const index = sent++;
          const headers = { "content-type": "application/json", accept: "application/json, text/event-stream", ...target.headers(index) };
          return { ...request, headers, body: operation.body(index) };
        },
        onResponse(status, body) {
          last = performance.now();
          if (status !== 200 || isFailed(body)) failed ??= `${status} ${body.slice(0, 500)}`;
        },
      },
    ],
  });
  if (failed) throw new Error(`${target.name}, ${operation.name}: ${failed}`);
  if (result.errors > 0) throw new Error(`${target.name}, ${operation.name}: ${result.errors} connection errors.`);
  return { requestsPerSecond: (amount * 1_000) / (last - started), p50: result.latency.p50, p99: result.latency.p99 };
}

/** True for a GraphQL error, a rejected mutation or an MCP tool error. */
function isFailed(body: string): boolean {
  return body.includes('"errors"') || body.includes('"userErrors":[{') || body.includes('"isError":true') || body.startsWith('{"error"');
}

export interface Measuring {
  amount: number;
  pids: Readonly<Record<string, number>>;
  /** Processor time per second of idle processes, which the result excludes. */
  idle?: ProcessorTime;
  /** Waits until all resulting work is done, for example in event consumers. */
  settle?(): Promise<void>;
}

/** Measures one round: the latencies, and the CPU time of `pids`. */
export async function measureRound(target: Target, operation: Operation, { amount, pids, idle = {}, settle }: Measuring): Promise<Round> {
  const before = await readProcessorTime(pids);
  const started = performance.now();
  const figures = await sendRequests(target, operation, amount);
  await settle?.();
  const after = await readProcessorTime(pids);
  const elapsed = (performance.now() - started) / 1_000;
  const perRequest = (name: string, seconds: number) =>
    Math.max(0, ((seconds - (before[name] ?? 0) - (idle[name] ?? 0) * elapsed) * 1e6) / amount);
  return { ...figures, cpu: Object.fromEntries(Object.entries(after).map(([name, seconds]) => [name, perRequest(name, seconds)])) };
}
