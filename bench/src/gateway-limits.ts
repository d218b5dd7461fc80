import type { Figures } from "./compare.js";
import type { CheckedLimit } from "./results/report.js";

/** Medians by workload and target. */
export type Measured = Record<string, Record<string, Figures>>;

export const own = "this gateway";

/** Returns the note of a figure that needs a peer, if the peer could not be started. */
export const noteOfMissing = (peer: string, unavailable: ReadonlyMap<string, string>): { note?: string } =>
  unavailable.has(peer) ? { note: `${peer} is not available: ${unavailable.get(peer)}` } : {};

/** Returns limits for the gateway's CPU time, relative to peers and other operations. */
export function gatewayLimits(measured: Measured, unavailable: ReadonlyMap<string, string>): CheckedLimit[] {
  const figure = (part: (figures: Figures) => number, [workload, target]: [string, string]) => {
    const figures = measured[workload]?.[target];
    return figures ? part(figures) : Number.NaN;
  };
  const ratio = (part: (figures: Figures) => number, one: [string, string], other: [string, string]) =>
    figure(part, one) / figure(part, other);
  const gateway = ({ cpu }: Figures) => cpu.gateway;
  const all = ({ cpu }: Figures) => cpu.all;
  const outsidePostgres = ({ cpu }: Figures) => cpu.gateway + cpu.services + cpu.nats;
  const postgres = ({ cpu }: Figures) => cpu.postgres;
  const requests = ({ requestsPerSecond }: Figures) => requestsPerSecond;
  const reads = ["list", "get", "join"];
  const limit = (text: string, value: number, goal: Partial<CheckedLimit>): CheckedLimit => ({ text, unit: "×", value, ...goal });
  const ofPeer = (peer: string, workloads: string[], part: typeof gateway, what: string, goal: Partial<CheckedLimit>) =>
    workloads.map((name) =>
      limit(`${what} of a ${name}, compared with ${peer}`, ratio(part, [name, own], [name, peer]), {
        ...goal,
        ...noteOfMissing(peer, unavailable),
      }),
    );
  return [
    ...ofPeer("Grafbase", reads, gateway, "gateway CPU", { atMost: 1 }),
    ...ofPeer("@apollo/gateway", reads, gateway, "gateway CPU", { atMost: 1 / 6, short: 0.8 }),
    ...ofPeer("Grafbase", ["list", "get"], all, "CPU of all processes", { atMost: 0.8 }),
    ...ofPeer("PostGraphile", ["list"], requests, "requests per second", { atLeast: 2 }),
    ...ofPeer("PostGraphile", ["get"], requests, "requests per second", { atLeast: 1.5 }),
    limit("CPU of all processes of a join, compared with a list", ratio(all, ["join", own], ["list", own]), { atMost: 1.3, short: 5 }),
    ...["list", "get"].map((name) =>
      limit(`gateway CPU of an MCP ${name}, compared with GraphQL`, ratio(gateway, [`mcp ${name}`, "MCP"], [`mcp ${name}`, "GraphQL"]), {
        ...{ atMost: 1.3, short: 4 },
      }),
    ),
    limit("gateway CPU with 1,000 keys, compared with one key", ratio(gateway, ["keys", "1,000 keys"], ["keys", "one key"]), {
      atMost: 1.15,
      short: 3,
    }),
    limit(
      "CPU of create_discount_code outside PostgreSQL, compared with PostgreSQL's own CPU",
      figure(outsidePostgres, ["create", own]) / figure(postgres, ["create", own]),
      { atMost: 2 },
    ),
  ];
}

/** Returns the largest relative change of a CPU time ratio (our gateway to the peer) from the first pass to the second pass. */
export function differenceOfPasses(passes: readonly [Measured, Measured], peer: string): number {
  const workloads = ["list", "get", "join"];
  const share = (pass: Measured, name: string) =>
    (pass[name]?.[own]?.cpu.gateway ?? Number.NaN) / (pass[name]?.[peer]?.cpu.gateway ?? Number.NaN);
  return Math.max(...workloads.map((name) => Math.abs(share(passes[1], name) / share(passes[0], name) - 1)));
}
