import type { CheckedLimit } from "../src/results/report.js";
import type { Connections } from "./connections.js";
import type { Growth } from "./growth.js";
import type { Partitions } from "./partitions.js";
import type { Processes } from "./processes.js";
import type { Part } from "./report.js";
import type { SmallWorkspaces } from "./small-workspaces.js";
import type { StatementCost } from "./statements.js";

/** The largest size that has a limit. */
export const maxCodes = 10_000_000;
/** Maximum ratio of a workspace with this number of codes to the smallest workspace. */
const maxRatioOf = (codes: number) => (codes <= 1_000_000 ? 1.3 : 1.6);
const maxRatioOfSmall = 1.3;
/** Maximum number of pages that a statement may read. A statement reads one page per index level, so the row count hardly matters. */
const maxPages = 120;

export const growthPart: Part<Growth> = {
  name: "growth",
  title: "Growth of a workspace",
  description: [
    "The same requests run on systems whose large workspace has different numbers of codes, and as many orders, at most 1,000,000. Each system also has 1,000 workspaces with 60 codes each.",
    "Rounds on all systems alternate. A ratio compares a round with the simultaneous round on the smallest system. The CPU time of writes includes the processing of their events.",
  ],
  table: "Median latency and CPU time per request",
  columns: {
    request: ({ operation }) => operation,
    codes: ({ codes }) => codes,
    "p50 ms": ({ p50Ms }) => p50Ms,
    "p95 ms": ({ p95Ms }) => p95Ms,
    "gateway CPU µs": ({ gatewayMicroseconds }) => gatewayMicroseconds,
    "services CPU µs": ({ servicesMicroseconds }) => servicesMicroseconds,
    "PostgreSQL CPU µs": ({ postgresMicroseconds }) => postgresMicroseconds,
    "p50 ratio": ({ ratios }) => ratios.p50,
    "CPU ratio": ({ ratios }) => ratios.cpu,
  },
  limits: (rows) =>
    sizesAbove(rows).flatMap((codes) => {
      const ofSize = rows.filter((row) => row.codes === codes);
      const atMost = maxRatioOf(codes);
      const limit = (text: string, values: number[]): CheckedLimit => ({
        ...{ text: `${text} with ${codes.toLocaleString("en-US")} codes, compared with ${smallestOf(rows)}`, unit: "×", atMost },
        value: Math.max(...values),
      });
      return [
        limit(
          "largest ratio of the median latency of a request",
          ofSize.map(({ ratios }) => ratios.p50),
        ),
        limit(
          "largest ratio of the CPU time of a request",
          ofSize.map(({ ratios }) => ratios.cpu),
        ),
      ];
    }),
  chart: (rows) => ({
    ...{ file: "scale-growth.svg", title: "median latency by the number of codes", kind: "lines", unit: "ms" },
    xLabel: "number of codes, as a power of ten",
    labels: [...new Set(rows.map(({ codes }) => String(Math.log10(codes))))],
    series: [...new Set(rows.map(({ operation }) => operation))].map((name) => ({
      name: shortNameOf(name),
      values: rows.filter(({ operation }) => operation === name).map(({ p50Ms }) => p50Ms),
    })),
  }),
};

export const smallPart: Part<SmallWorkspaces> = {
  name: "small",
  title: "Small workspaces next to a large workspace",
  description: [
    "Lists of 50 codes of 1,000 small workspaces in turn, next to a large workspace. In the busy rounds, the large workspace also lists codes over two connections.",
  ],
  table: "Lists of the small workspaces",
  columns: {
    "codes of the large workspace": ({ codes }) => codes,
    "large workspace": ({ isBusy }) => (isBusy ? "busy" : "idle"),
    "p50 ms": ({ p50Ms }) => p50Ms,
    "p95 ms": ({ p95Ms }) => p95Ms,
    "PostgreSQL CPU µs": ({ postgresMicroseconds }) => postgresMicroseconds,
    "p50 ratio": ({ ratios }) => ratios.p50,
    "p95 ratio": ({ ratios }) => ratios.p95,
  },
  limits: (rows) =>
    sizesAbove(rows).map((codes) => ({
      text: `ratio of the p95 of small workspaces next to ${codes.toLocaleString("en-US")} codes, compared with ${smallestOf(rows)}`,
      ...{ unit: "×", atMost: maxRatioOfSmall },
      value: Math.max(...rows.filter((row) => row.codes === codes).map(({ ratios }) => ratios.p95)),
    })),
};

export const connectionsPart: Part<Connections> = {
  name: "connections",
  title: "Open connections",
  description: ["The request `get` with different numbers of connections to one gateway."],
  table: "One gateway",
  columns: {
    connections: ({ connections }) => connections,
    "gateway CPU µs": ({ gatewayMicroseconds }) => gatewayMicroseconds,
    "p50 ms": ({ p50Ms }) => p50Ms,
    "p99 ms": ({ p99Ms }) => p99Ms,
    "req/s": ({ perSecond }) => perSecond,
    "gateway memory MB": ({ gatewayMegabytes }) => gatewayMegabytes,
  },
};

export const statementsPart: Part<StatementCost> = {
  name: "statements",
  title: "Statements",
  description: [
    "The number of 8 kB pages that PostgreSQL reads for a statement, and the shortest time of planning and execution. The database has one large workspace and many small workspaces.",
  ],
  table: "Pages and time",
  columns: {
    codes: ({ codes }) => codes,
    statement: ({ statement }) => statement,
    pages: ({ pages }) => pages,
    ms: ({ ms }) => ms,
  },
  limits: (rows) => [
    {
      text: "largest number of pages that a statement reads",
      ...{ unit: "pages", atMost: maxPages, short: maxPages },
      value: Math.max(...rows.map(({ pages }) => pages)),
    },
  ],
};

export const processesPart: Part<Processes> = {
  name: "processes",
  title: "Several processes",
  description: [
    "Lists of 50 codes with several processes of the gateway and of the discounts service. On two cores, more processes cannot increase the throughput. The figures show the additional CPU time and memory.",
    "Before the measurement, each system gets concurrent mutations through different gateways. The benchmark fails if an Idempotency-Key creates two codes, or if two codes get the same name.",
  ],
  table: "Processes of the gateway and of the discounts service",
  columns: {
    processes: ({ processes }) => processes,
    "gateways CPU µs": ({ gatewayMicroseconds }) => gatewayMicroseconds,
    "services CPU µs": ({ servicesMicroseconds }) => servicesMicroseconds,
    "PostgreSQL CPU µs": ({ postgresMicroseconds }) => postgresMicroseconds,
    "req/s": ({ perSecond }) => perSecond,
    "memory MB": ({ megabytes }) => megabytes,
  },
};

export const partitionsPart: Part<Partitions> = {
  name: "partitions",
  title: "Orders with partitions",
  description: [
    "Median time of statements on the table of orders, and on a copy with one partition per month ([ADR 20](adr/0020-no-partitions-of-orders.md)).",
  ],
  table: "Duration in ms",
  columns: {
    statement: ({ statement }) => statement,
    "one table": ({ oneTable }) => oneTable,
    partitions: ({ partitions }) => partitions,
  },
};

/** Returns a name that fits into the legend of a chart. */
const shortNameOf = (operation: string) => operation.replace("list of 50, ", "").replace(" with its attribution", "");

/** The names of all parts, in the order of docs/performance.md. */
export const partNames = [growthPart, smallPart, connectionsPart, processesPart, statementsPart, partitionsPart].map(({ name }) => name);

/** Returns the sizes of all systems except the smallest. */
function sizesAbove(rows: readonly { codes: number }[]): number[] {
  return [...new Set(rows.map(({ codes }) => codes))].slice(1);
}

function smallestOf(rows: readonly { codes: number }[]): string {
  return (rows[0]?.codes ?? Number.NaN).toLocaleString("en-US");
}
