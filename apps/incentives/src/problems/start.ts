import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readCheckedWorkspaces } from "../data/incentive-checks.js";
import type { IncentivesSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { checkBatch } from "./check-batch.js";

type Parts = Pick<ServiceParts<IncentivesSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 50;

/** Publishes changed problems of incentives. Safe on several replicas. */
export function startChecks({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "problems of incentives",
    readWaiting: () => readCheckedWorkspaces(pool),
    async work(workspaceId) {
      const checked = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => checkBatch(write, batchSize));
      if (checked > 0) relay.poke();
      return checked === batchSize;
    },
    log,
  });
}
