import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { readChangedWorkspaces } from "../data/order-usages.js";
import type { Prisma } from "../generated/prisma/client.js";
import { publishBatch } from "./publish-batch.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/**
 * Publishes usage counts and availability of codes, at most two events per code and second regardless of the number of orders. `updatedAt`
 * stays, because no client wrote the code.
 */
export function startTellingUsages({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "publish usage counts",
    readWaiting: () => readChangedWorkspaces(pool),
    async work(workspaceId) {
      const { claimed, published } = await writeOnOwnBehalf(writer, { workspaceId, clock }, (write) => publishBatch(write, batchSize));
      if (published.length > 0) {
        relay.poke();
        log.info({ workspaceId, actor: null, recordIds: published }, "Usage counts published");
      }
      return claimed === batchSize;
    },
    log,
  });
}
