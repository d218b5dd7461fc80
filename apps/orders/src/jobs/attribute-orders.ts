import { readDueWorkspaces } from "../db/due-attributions.js";
import { attributeDue } from "../services/attribution/attribute-due.js";
import { orderChanges } from "../services/orders/emit-order-events.js";
import { type Deps, defineJob } from "../tx.js";

/** Attributes orders again if a code, form response or exchange rate arrived later than the orders. */
export const attributeOrders = ({ settings, log }: Pick<Deps, "settings" | "log">) =>
  defineJob({
    name: "repeat attribution",
    everyMs: 250,
    // A large import of one workspace must not delay the other workspaces.
    concurrency: 2,
    emits: orderChanges,
    findWorkspaces: readDueWorkspaces,
    async runInSteps(open, workspaceId) {
      const orders = await attributeDue(open, settings.REPORTING_CURRENCY);
      if (orders) log.info({ workspaceId, actor: null, orders }, "Orders re-attributed");
      return orders !== undefined;
    },
  });
