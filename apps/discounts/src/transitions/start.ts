import { backoff, pause } from "@offergraph/shared/events/wait";
import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { readDueWorkspaces } from "../data/scheduled-transitions.js";
import type { Prisma } from "../generated/prisma/client.js";
import { moveBatch } from "./move-batch.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const pollMs = 500;
const batchSize = 100;

/**
 * Lets time move the statuses of codes (decisions.md 3): looks every 500 ms by the real timer for what is due by the injected clock.
 * Any number of replicas do so at once, each taking what no other has. Outlives the database being away.
 */
export function startTransitions({ pool, writer, relay, log, clock }: Parts): Background {
  const stop = new AbortController();

  /** Moves one batch of a workspace; returns whether there may be more. */
  const move = async (workspaceId: string) => {
    const { claimed, moved } = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => moveBatch(write, batchSize));
    if (moved.length > 0) {
      relay.poke();
      log.info({ workspaceId, actor: null, recordIds: moved }, "statuses moved by time");
    }
    return claimed > 0;
  };

  /** A batch of each workspace in turn, so that none waits for another's thousands; one that fails holds up itself alone. */
  const look = async () => {
    let failure: Error | undefined;
    for (let waiting = await readDueWorkspaces(pool, clock.now()); waiting.length > 0; ) {
      const more: string[] = [];
      for (const workspaceId of waiting) {
        if (stop.signal.aborted) return;
        try {
          if (await move(workspaceId)) more.push(workspaceId);
        } catch (error) {
          failure ??= new Error(`In the workspace ${workspaceId}: ${(error as Error).message}`, { cause: error });
        }
      }
      waiting = more;
    }
    if (failure) throw failure;
  };

  const run = async () => {
    for (let failures = 0; !stop.signal.aborted; ) {
      try {
        await look();
        if (failures > 0) log.info("time moves statuses again");
        failures = 0;
        await pause(pollMs, stop.signal);
      } catch (error) {
        failures += 1;
        if (failures === 1) log.warn({ reason: (error as Error).message }, "time cannot move statuses, trying again");
        // One workspace in trouble does not make the others wait longer.
        await pause(backoff(failures, Math.min(100, pollMs), pollMs), stop.signal);
      }
    }
  };
  const done = run();

  return {
    async stop() {
      stop.abort();
      await done;
    },
  };
}
