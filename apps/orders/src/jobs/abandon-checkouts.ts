import { checkoutAbandoned } from "@offergraph/shared/contracts/events/orders";
import { markAbandoned, readWorkspacesWithStaleCheckouts } from "../db/open-checkouts.js";
import { checkoutDataOf } from "../services/checkouts/link-checkouts.js";
import { type Deps, defineJob } from "../tx.js";

const batchSize = 100;

/** Marks open checkouts as ABANDONED after CHECKOUT_ABANDONED_AFTER_MINUTES minutes without an update. */
export const abandonCheckouts = ({ settings, log }: Pick<Deps, "settings" | "log">) => {
  const staleSince = (now: Date) => new Date(now.getTime() - settings.CHECKOUT_ABANDONED_AFTER_MINUTES * 60_000);
  return defineJob({
    name: "abandon checkouts",
    emits: [checkoutAbandoned],
    findWorkspaces: (pool, now) => readWorkspacesWithStaleCheckouts(pool, staleSince(now)),
    async run(tx) {
      const abandoned = await markAbandoned(tx, staleSince(tx.now), batchSize);
      for (const checkout of abandoned) tx.emit(checkoutAbandoned, checkout.rowId, checkoutDataOf(checkout));
      if (abandoned.length > 0)
        tx.onCommit((recordIds) => log.info({ workspaceId: tx.workspaceId, actor: null, recordIds }, "Checkouts abandoned"));
      return abandoned.length > 0;
    },
  });
};
