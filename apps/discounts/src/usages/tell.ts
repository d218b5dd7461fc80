import { writeOnOwnBehalf } from "@offergraph/shared/subgraph/own-write";
import type { Background, ServiceParts, ServiceSettings } from "@offergraph/shared/subgraph/run";
import { startWorkList } from "@offergraph/shared/subgraph/work-list";
import { claimChangedCodes, readChangedWorkspaces } from "../data/order-usages.js";
import type { Prisma } from "../generated/prisma/client.js";
import { emitChanged } from "../writes/emit.js";

type Parts = Pick<ServiceParts<ServiceSettings, Prisma.TransactionClient>, "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;

/**
 * Tells of codes whose usage count changed: an event for each twice a second at most, though a hundred thousand orders come in at once.
 * `updatedAt` stays: nobody wrote the code.
 */
export function startTellingUsages({ pool, writer, relay, log, clock }: Parts): Background {
  return startWorkList({
    name: "usage counts told",
    readWaiting: () => readChangedWorkspaces(pool),
    async work(workspaceId) {
      const codes = await writeOnOwnBehalf(writer, { workspaceId, clock }, async (write) => {
        const changed = await claimChangedCodes(write, batchSize);
        await emitChanged(write, changed, ["usageCount"]);
        return changed;
      });
      if (codes.length === 0) return false;
      relay.poke();
      log.info({ workspaceId, actor: null, recordIds: codes.map(({ rowId }) => rowId) }, "usage counts told");
      return codes.length === batchSize;
    },
    log,
  });
}
