// `npm run prove -- memory [--queries 12000] [--times 1]` sends list queries with distinct selections and literals through the gateway to
// discounts. The script prints the memory of the gateway and of discounts. The script fails if discounts uses more than 400 MB.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { distinctQuery, readFieldNames } from "../bench/src/distinct-query.js";
import { graphqlClient } from "../e2e/src/client.js";
import { startSystem } from "../e2e/src/start-system.js";

const maxMb = 400;
const steps = 6;
const atOnce = 8;

const { values } = parseArgs({ options: { queries: { type: "string", default: "12000" }, times: { type: "string", default: "1" } } });
const [queries, times] = [Number(values.queries), Number(values.times)];

/** Returns the current and the peak resident memory of a process in MB. */
async function memory(pid: number): Promise<{ now: number; peak: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  const of = (name: string) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024);
  return { now: of("VmRSS"), peak: of("VmHWM") };
}

const system = await startSystem({ env: { RATE_LIMIT_PER_KEY: "0", RATE_LIMIT_PER_IP: "0" } });
try {
  const { baseUrl, secretKey, pids } = await system.read();
  const client = graphqlClient(baseUrl, secretKey);
  const names = await readFieldNames(client);
  let next = 0;
  const send = async (end: number) => {
    for (let index = next++; index < end; index = next++)
      for (let time = 0; time < times; time++) await client.data(distinctQuery(index, names));
  };
  const peaks: number[] = [];
  for (let step = 0; step <= steps; step++) {
    const end = Math.round((queries * step) / steps);
    await Promise.all(Array.from({ length: atOnce }, () => send(end)));
    next = end;
    const [gateway, discounts] = await Promise.all([memory(pids.gateway), memory(pids.discounts)]);
    peaks.push(discounts.peak);
    console.log(
      `${String(end).padStart(6)} queries: discounts ${discounts.now} MB (peak ${discounts.peak}), gateway ${gateway.now} MB (peak ${gateway.peak})`,
    );
  }
  const peak = Math.max(...peaks);
  console.log(
    peak <= maxMb
      ? `the discounts service used at most ${maxMb} MB`
      : `FAILED: the discounts service used ${peak} MB; at most ${maxMb} MB are allowed`,
  );
  process.exitCode = peak <= maxMb ? 0 : 1;
} finally {
  await system.stop();
}
