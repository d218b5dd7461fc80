import type { Figures } from "./compare.js";
import type { Chart, Table } from "./results/result.js";

const parts = [
  ["gateway", "gateway"],
  ["services", "services"],
  ["PostgreSQL", "postgres"],
  ["NATS", "nats"],
] as const;

export function processorTable(title: string, figures: Readonly<Record<string, Figures>>): Table {
  return {
    title: `${title}: CPU µs per request`,
    columns: ["gateway", "gateway process", "range", "services", "PostgreSQL", "NATS", "all", "req/s", "p50 ms", "p99 ms"],
    rows: Object.entries(figures).map(([target, { cpu, range, ...times }]) => [
      target,
      cpu.gateway.toFixed(0),
      range.map((value) => value.toFixed(0)).join("-"),
      ...[cpu.services, cpu.postgres, cpu.nats, cpu.all, times.requestsPerSecond, times.p50, times.p99].map((value) => value.toFixed(0)),
    ]),
  };
}

export function processorChart(name: string, title: string, figures: Readonly<Record<string, Figures>>): Chart {
  return {
    ...{ file: `gateways-${name.replaceAll(" ", "-")}.svg`, title: `${title}: CPU time per request`, kind: "bars", unit: "µs" },
    labels: Object.keys(figures),
    series: parts.map(([series, part]) => ({ name: series, values: Object.values(figures).map(({ cpu }) => Math.round(cpu[part])) })),
  };
}
