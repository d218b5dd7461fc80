import autocannon from "autocannon";
import { readProcessorTime } from "./processor-time.js";
import type { Operation, Target } from "./target.js";

/** Figures of one round. CPU times are microseconds per request, by process. */
export interface Round {
  cpu: Record<string, number>;
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

const connections = 50;

/** Sends `amount` requests over 50 connections. Throws if a response has an error. */
export async function sendRequests(target: Target, operation: Operation, amount: number): Promise<Omit<Round, "cpu">> {
  let index = Math.floor(Math.random() * 1_000_000);
  let failed: string | undefined;
  const result = await autocannon({
    url: target.url,
    connections: Math.min(connections, amount),
    amount,
    requests: [
      {
        method: "POST",
        setupRequest: (request) => {
          const body = JSON.stringify({ query: operation.query, variables: operation.variables(index++) });
          return { ...request, headers: { "content-type": "application/json", ...target.headers(body) }, body };
        },
        onResponse: (status, body) => {
          if (status !== 200 || body.includes('"errors"') || body.includes('"userErrors":[{')) failed ??= `${status} ${body.slice(0, 500)}`;
        },
      },
    ],
  });
  if (failed) throw new Error(`${target.name}, ${operation.name}: ${failed}`);
  return { requestsPerSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/** Measures one round: the time and the CPU time of `pids`. */
export async function measureRound(
  target: Target,
  operation: Operation,
  amount: number,
  pids: Readonly<Record<string, number>>,
): Promise<Round> {
  const before = await readProcessorTime(pids);
  const sent = await sendRequests(target, operation, amount);
  const after = await readProcessorTime(pids);
  const cpu = Object.entries(after).map(([name, seconds]) => [name, ((seconds - (before[name] ?? 0)) * 1e6) / amount]);
  return { ...sent, cpu: Object.fromEntries(cpu) };
}
