import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readDueWorkspaces } from "../data/scheduled-transitions.js";
import type { Prisma } from "../generated/prisma/client.js";
import { moveBatch } from "./move-batch.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/** Applies scheduled status changes that are due by the injected clock (decisions.md 3). Safe on any number of replicas. */
export function startTransitions({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "apply scheduled statuses",
    readWaiting: () => readDueWorkspaces(pool, clock.now()),
    async work(workspaceId) {
      const { claimed, moved } = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => moveBatch(write, batchSize));
      if (moved.length > 0) {
        relay.poke();
        log.info({ workspaceId, actor: null, recordIds: moved }, "Scheduled statuses applied");
      }
      return claimed > 0;
    },
    log,
  });
}
