import { lockAttribution } from "../db/attribution.js";
import { readWorkspacesToConvert, storeReportingCurrency, switchReportingCurrency } from "../db/reporting-currency.js";
import { type Deps, defineJob } from "../tx.js";

/** Stores the reporting currency once, and queues orders in other currencies for recalculation. */
export const reportOrders = ({ settings, log }: Pick<Deps, "settings" | "log">) => {
  let isStored = false;
  return defineJob({
    name: "switch reporting currency",
    everyMs: 1_000,
    emits: [],
    async findWorkspaces(pool) {
      if (!isStored) await storeReportingCurrency(pool, settings.REPORTING_CURRENCY);
      isStored = true;
      return readWorkspacesToConvert(pool);
    },
    async run(tx) {
      await lockAttribution(tx);
      const currency = await switchReportingCurrency(tx);
      if (currency !== undefined)
        tx.onCommit(() => log.info({ workspaceId: tx.workspaceId, actor: null, currency }, "Reporting currency changed"));
      return false;
    },
  });
};
