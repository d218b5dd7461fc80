// Compares the CPU time of requests with and without the export of traces and metrics, in alternating rounds.
//   npm run bench -- telemetry [--short] [--rounds 7] [--amount 3000] [--only get,list,create]
import { parseArgs } from "node:util";
import { startChild } from "./src/child.js";
import { type Contender, compare, figuresOf } from "./src/compare.js";
import { createOperation, readOperations } from "./src/operations.js";
import { createReport } from "./src/results/report.js";
import { startTestSystem, type TestSystem } from "./src/system/test-system.js";
import type { Operation } from "./src/target.js";
import { waitForBacklog } from "./src/wait-for-consumers.js";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "7" },
    amount: { type: "string", default: "3000" },
    only: { type: "string", default: "get,list,create" },
    short: { type: "boolean", default: false },
  },
});
const [rounds, amount] = values.short ? [2, 300] : [Number(values.rounds), Number(values.amount)];
const sampled = 0.1;
const off = "without telemetry";
const on = `traces of ${sampled * 100} % of the requests, and metrics`;

const report = createReport(
  {
    name: "telemetry",
    title: "Cost of telemetry",
    description: [
      `Two systems run at the same time. One of them exports metrics and the traces of ${sampled * 100} % of the requests over OTLP. Rounds of the same requests alternate between both systems.`,
    ],
  },
  values.short,
);

const started: { stop(): Promise<void> }[] = [];
try {
  const sink = await startChild<{ url: string }>("telemetry-sink.ts", {});
  started.unshift(sink);
  const systems = new Map<string, TestSystem>();
  const exported = { OTEL_EXPORTER_OTLP_ENDPOINT: sink.answer.url, OTEL_TRACES_SAMPLER_ARG: String(sampled) };
  for (const [name, env] of [
    [off, {}],
    [on, exported],
  ] as const) {
    const system = await startTestSystem({ codes: 2_000, orders: 1 }, env);
    started.unshift(system);
    systems.set(name, system);
  }
  for (const kind of ["get", "list", "create"] as const) if (values.only.split(",").includes(kind)) await measure(kind, systems);
  await report.finish();
} finally {
  for (const { stop } of started) await stop();
}

async function measure(kind: "get" | "list" | "create", systems: ReadonlyMap<string, TestSystem>): Promise<void> {
  const operationOf = ({ seeded }: TestSystem): Operation => (kind === "create" ? createOperation : readOperations(seeded)[kind]);
  const contenders = [...systems].map(([name, system]): Contender => {
    const { baseUrl, secretKey, pids } = system.file;
    const headers = () => ({ authorization: `Bearer ${secretKey}` });
    const target = { name, url: `${baseUrl}/graphql/v1`, pid: pids.gateway, headers };
    return { target, operation: operationOf(system), pids: { gateway: pids.gateway, discounts: pids.discounts } };
  });
  const settle = async () => {
    if (kind === "create") for (const { file } of systems.values()) await waitForBacklog(file, 0);
  };
  const requests = kind === "create" ? Math.ceil(amount / 5) : amount;
  const found = await compare(contenders, { rounds, amount: requests, warmUp: requests, settle });
  const figures = [...systems.keys()].map((name) => ({ name, ...figuresOf(found.get(name) ?? []) }));
  report.table({
    title: `${kind}: ${rounds} rounds of ${requests} requests`,
    columns: ["system", "gateway µs", "discounts µs", "both µs", "p50 ms", "p99 ms"],
    rows: figures.map(({ name, cpu, p50, p99 }) => [
      name,
      ...[cpu.gateway, cpu.services, cpu.all, p50, p99].map((value) => value.toFixed(0)),
    ]),
  });
  const [without, withTelemetry] = figures;
  const value = (withTelemetry?.cpu.all ?? Number.NaN) / (without?.cpu.all ?? Number.NaN);
  report.limit({ text: `CPU time of ${kind} with telemetry, compared with none`, unit: "×", value, atMost: 1.05, short: 1.6 });
}
