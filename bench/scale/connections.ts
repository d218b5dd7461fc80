import { readFile } from "node:fs/promises";
import { operations } from "./operations.js";
import { measureInTurn } from "./rounds.js";
import { middle } from "./statistics.js";
import { measureIdle, measureRound, type ScaleSystem } from "./system.js";

export interface Connections {
  connections: number;
  gatewayMicroseconds: number;
  p50Ms: number;
  p99Ms: number;
  perSecond: number;
  /** Resident memory of the gateway after the rounds. */
  gatewayMegabytes: number;
}

/** Measures `get` with different numbers of open connections to one gateway. */
export async function measureConnections(
  system: ScaleSystem,
  counts: readonly number[],
  plan: { rounds: number; reads: number },
): Promise<Connections[]> {
  await measureIdle(system);
  const measured = await measureInTurn(counts, plan.rounds, async (count) => ({
    ...(await measureRound(system, operations.get(system), Math.max(plan.reads, count * 3), count)),
    megabytes: await residentMegabytes(system.file.pids.gateway),
  }));
  return measured.map(({ subject, rounds }) => ({
    connections: subject,
    gatewayMicroseconds: middle(rounds, ({ gateway }) => gateway),
    p50Ms: middle(rounds, ({ p50 }) => p50),
    p99Ms: middle(rounds, ({ p99 }) => p99),
    perSecond: middle(rounds, ({ perSecond }) => perSecond),
    gatewayMegabytes: middle(rounds, ({ megabytes }) => megabytes),
  }));
}

export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1_024);
}
