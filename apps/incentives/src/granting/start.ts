import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readDueWorkspaces } from "../data/due-grants.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { doDue } from "./due.js";

type Parts = Pick<ServiceParts<IncentivesSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 50;

/** Expires and restores grants and retries requests for codes. Safe on several replicas. */
export function startDueGrants({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "grants that are due",
    readWaiting: () => readDueWorkspaces(pool, clock.now()),
    async work(workspaceId) {
      const done = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => doDue(write, batchSize));
      if (done.length > 0) {
        relay.poke();
        log.info({ workspaceId, actor: null, recordIds: done }, "Due grant tasks processed");
      }
      return done.length > 0;
    },
    log,
  });
}
