import { listOfSmall, operations } from "./operations.js";
import { measureInTurn } from "./rounds.js";
import { send } from "./send.js";
import { middle, middleRatio } from "./statistics.js";
import { measureIdle, measureRound, type Round, type ScaleSystem } from "./system.js";

/** Latency of the small workspaces in a system whose large workspace has `codes` codes. */
export interface SmallWorkspaces {
  codes: number;
  /** True if requests of the large workspace run at the same time. */
  isBusy: boolean;
  p50Ms: number;
  p95Ms: number;
  /** CPU time of PostgreSQL per request. Includes requests of the large workspace if `isBusy`. */
  postgresMicroseconds: number;
  /** Ratios to the system with the smallest workspace. */
  ratios: { p50: number; p95: number };
}

const connections = 2;

/** Measures a list of the small workspaces on all systems in turn. During a second measurement, the large workspace also lists codes. */
export async function measureSmallWorkspaces(
  systems: readonly ScaleSystem[],
  plan: { rounds: number; reads: number },
): Promise<SmallWorkspaces[]> {
  const results: SmallWorkspaces[] = [];
  for (const system of systems) await measureIdle(system);
  for (const isBusy of [false, true]) {
    const measured = await measureInTurn(systems, plan.rounds, async (system): Promise<Round> => {
      const busy = isBusy ? keepBusy(system) : undefined;
      try {
        return await measureRound(system, listOfSmall(system), plan.reads, connections, [new URL(system.file.urls.discounts ?? "").origin]);
      } finally {
        await busy?.stop();
      }
    });
    const smallest = measured[0]?.rounds ?? [];
    for (const { subject, rounds } of measured)
      results.push({
        ...{ codes: subject.size.codes, isBusy },
        p50Ms: middle(rounds, ({ p50 }) => p50),
        p95Ms: middle(rounds, ({ p95 }) => p95),
        postgresMicroseconds: middle(rounds, ({ postgres }) => postgres),
        ratios: { p50: middleRatio(rounds, smallest, ({ p50 }) => p50), p95: middleRatio(rounds, smallest, ({ p95 }) => p95) },
      });
  }
  return results;
}

/** Lists codes of the large workspace over two connections until `stop` is called. */
function keepBusy(system: ScaleSystem): { stop(): Promise<void> } {
  let isOver = false;
  const work = async () => {
    while (!isOver) await send(system.gateways, operations.byStatus(system), 20, 2);
  };
  const working = work();
  return {
    stop: () => {
      isOver = true;
      return working;
    },
  };
}
