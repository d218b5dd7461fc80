import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readDueWorkspaces } from "../data/scheduled-transitions.js";
import type { Prisma } from "../generated/prisma/client.js";
import { moveBatch } from "./move-batch.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/** Lets time move the statuses of codes (decisions.md 3): what is due by the injected clock, on any number of replicas at once. */
export function startTransitions({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "statuses moved by time",
    readWaiting: () => readDueWorkspaces(pool, clock.now()),
    async work(workspaceId) {
      const { claimed, moved } = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => moveBatch(write, batchSize));
      if (moved.length > 0) {
        relay.poke();
        log.info({ workspaceId, actor: null, recordIds: moved }, "statuses moved by time");
      }
      return claimed > 0;
    },
    log,
  });
}
