import { startJobPoller } from "@offergraph/service/jobs/job-poller";
import type { BackgroundTask, ServiceDeps } from "@offergraph/service/subgraph/run";
import { abandonCheckouts, readWorkspacesWithStaleCheckouts } from "../db/open-checkouts.js";
import { inTransaction } from "../db/tx.js";
import { checkoutStatuses } from "../domain/ranks.js";
import type { OrdersSettings } from "../env.js";
import type { Prisma } from "../generated/prisma/client.js";
import { emitCheckoutEvents } from "../services/checkouts/link-checkouts.js";

type Parts = Pick<ServiceDeps<OrdersSettings, Prisma.TransactionClient>, "settings" | "pool" | "writer" | "relay" | "log" | "clock">;

const batchSize = 100;
const wasOpen = checkoutStatuses.indexOf("OPEN");

/** Marks open checkouts without an update for CHECKOUT_ABANDONED_AFTER_MINUTES as abandoned, each once across replicas. */
export function startAbandoning({ settings, pool, writer, relay, log, clock }: Parts): BackgroundTask {
  const afterMs = settings.CHECKOUT_ABANDONED_AFTER_MINUTES * 60_000;
  const staleSince = () => new Date(clock.now().getTime() - afterMs);
  return startJobPoller({
    name: "checkouts abandoned by time",
    findWorkspacesWithWork: () => readWorkspacesWithStaleCheckouts(pool, staleSince()),
    async work(workspaceId) {
      const ids = await inTransaction(writer, { workspaceId, now: clock.now(), actor: null }, async (write) => {
        const abandoned = await abandonCheckouts(write, staleSince(), batchSize);
        for (const checkout of abandoned) emitCheckoutEvents(write, wasOpen, checkout);
        return abandoned.map(({ rowId }) => rowId);
      });
      if (ids.length > 0) {
        relay.notify();
        log.info({ workspaceId, actor: null, recordIds: ids }, "Checkouts abandoned");
      }
      return ids.length > 0;
    },
    log,
  });
}
