import { readFile } from "node:fs/promises";
import autocannon from "autocannon";

/** Returns the processor time of a process in microseconds (Linux: utime and stime of /proc/<pid>/stat, in ticks of 10 ms). */
async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

export interface Target {
  name: string;
  url: string;
  pid: number;
  /** Returns the headers of a request. The parameter is the request body, because the headers may contain a signature of the body. */
  headers: (body: string) => Record<string, string>;
}
export interface Operation {
  name: string;
  query: string;
  /** Returns the variables of the n-th request. All requests differ. */
  variables: (index: number) => Record<string, unknown>;
}
export interface Measurement {
  cpuMicroseconds: number;
  requestsPerSecond: number;
  p50: number;
  p99: number;
}

/** Sends `amount` requests over 50 connections. Measures the CPU time of the target's process. Throws if a response has an error. */
export async function measure(target: Target, operation: Operation, amount: number): Promise<Measurement> {
  const send = async (count: number) => {
    let index = Math.floor(Math.random() * 1_000_000);
    let failed: string | undefined;
    const result = await autocannon({
      url: target.url,
      connections: 50,
      amount: count,
      requests: [
        {
          method: "POST",
          setupRequest: (request) => {
            const body = JSON.stringify({ query: operation.query, variables: operation.variables(index++) });
            return { ...request, headers: { "content-type": "application/json", ...target.headers(body) }, body };
          },
          onResponse: (status, body) => {
            if (status !== 200 || body.includes('"errors"') || body.includes('"userErrors":[{'))
              failed ??= `${status} ${body.slice(0, 500)}`;
          },
        },
      ],
    });
    if (failed) throw new Error(`${target.name}, ${operation.name}: ${failed}`);
    return result;
  };
  await send(Math.ceil(amount / 3));
  const before = await processorTime(target.pid);
  const result = await send(amount);
  const cpuMicroseconds = ((await processorTime(target.pid)) - before) / amount;
  return { cpuMicroseconds, requestsPerSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}
