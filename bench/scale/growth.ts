import { operations } from "./operations.js";
import { measureInTurn } from "./rounds.js";
import { middle, middleRatio } from "./statistics.js";
import { measureIdle, measureRound, type Round, type ScaleSystem } from "./system.js";

/** Medians of the rounds. `ratios` compares each round with a simultaneous round of the smallest system. */
export interface Growth {
  operation: string;
  codes: number;
  p50Ms: number;
  p95Ms: number;
  /** CPU time per request. */
  gatewayMicroseconds: number;
  servicesMicroseconds: number;
  postgresMicroseconds: number;
  ratios: { p50: number; cpu: number };
}

/** A small number of connections, so that requests hardly wait for each other. */
const connections = 2;

/** Measures each operation on all systems in turn. */
export async function measureGrowth(
  systems: readonly ScaleSystem[],
  plan: { rounds: number; reads: number; writes: number },
): Promise<Growth[]> {
  const results: Growth[] = [];
  for (const operationOf of Object.values(operations)) {
    for (const system of systems) await measureIdle(system);
    const measured = await measureInTurn(systems, plan.rounds, (system) => {
      const operation = operationOf(system);
      return measureRound(system, operation, operation.emitsEvents ? plan.writes : plan.reads, connections);
    });
    const smallest = measured[0]?.rounds ?? [];
    for (const { subject, rounds } of measured) results.push(summaryOf(operationOf(subject).name, subject.size.codes, rounds, smallest));
  }
  return results;
}

function summaryOf(operation: string, codes: number, rounds: readonly Round[], smallest: readonly Round[]): Growth {
  return {
    ...{ operation, codes },
    p50Ms: middle(rounds, ({ p50 }) => p50),
    p95Ms: middle(rounds, ({ p95 }) => p95),
    gatewayMicroseconds: middle(rounds, ({ gateway }) => gateway),
    servicesMicroseconds: middle(rounds, ({ services }) => services),
    postgresMicroseconds: middle(rounds, ({ postgres }) => postgres),
    ratios: {
      p50: middleRatio(rounds, smallest, ({ p50 }) => p50),
      cpu: middleRatio(rounds, smallest, ({ gateway, services, postgres }) => gateway + services + postgres),
    },
  };
}
