import { type Measuring, measureRound, type Round, sendRequests } from "./driver.js";
import type { ProcessorTime } from "./processor-time.js";
import { median } from "./statistics.js";
import type { Operation, Target } from "./target.js";

/** A target, its operation, and all measured processes by name. The target's own process is `gateway`. */
export interface Contender {
  target: Target;
  operation: Operation;
  pids: Readonly<Record<string, number>>;
}

/** Medians of the rounds. CPU times are microseconds per request. */
export interface Figures {
  cpu: { gateway: number; services: number; postgres: number; nats: number; all: number };
  requestsPerSecond: number;
  p50: number;
  p99: number;
  /** Smallest and largest CPU time of the gateway over all rounds. */
  range: [number, number];
}

export interface Comparison extends Pick<Measuring, "amount" | "settle" | "idle"> {
  rounds: number;
  warmUp: number;
}

/** Sends requests to all contenders in turn. The order changes in each round. Returns the rounds by name of the target. */
export async function compare(
  contenders: readonly Contender[],
  { rounds, warmUp, ...measuring }: Comparison,
): Promise<Map<string, Round[]>> {
  for (const { target, operation } of contenders) if (warmUp > 0) await sendRequests(target, operation, warmUp);
  await measuring.settle?.();
  const measured = new Map<string, Round[]>(contenders.map(({ target }) => [target.name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const { target, operation, pids } of round % 2 === 0 ? contenders : contenders.toReversed())
      measured.get(target.name)?.push(await measureRound(target, operation, { ...measuring, pids }));
  return measured;
}

export function figuresOf(rounds: readonly Round[]): Figures {
  const of = (value: (cpu: ProcessorTime) => number) => median(rounds.map(({ cpu }) => value(cpu)));
  const sum = (cpu: ProcessorTime, names: readonly string[]) => names.reduce((total, name) => total + (cpu[name] ?? 0), 0);
  const gateway = rounds.map(({ cpu }) => cpu.gateway ?? Number.NaN);
  return {
    cpu: {
      gateway: median(gateway),
      services: of((cpu) => sum(cpu, services)),
      postgres: of((cpu) => cpu.postgres ?? 0),
      nats: of((cpu) => cpu.nats ?? 0),
      all: of((cpu) => sum(cpu, Object.keys(cpu))),
    },
    requestsPerSecond: median(rounds.map((round) => round.requestsPerSecond)),
    p50: median(rounds.map((round) => round.p50)),
    p99: median(rounds.map((round) => round.p99)),
    range: [Math.min(...gateway), Math.max(...gateway)],
  };
}

export const services = ["discounts", "incentives", "forms", "orders", "workspace"];
