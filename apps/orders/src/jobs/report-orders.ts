import { readWorkspacesToRecalculate } from "../db/recalculation.js";
import { storeReportingCurrency } from "../db/reporting.js";
import { applySettings, recalculateBatch } from "../services/reporting/recalculate.js";
import { type Deps, defineJob } from "../tx.js";

/**
 * Recalculates stored records after a change of the reporting currency or time zone. At its start, each process stores its setting
 * `REPORTING_CURRENCY`.
 */
export const reportOrders = ({ settings, log }: Pick<Deps, "settings" | "log">) => {
  let isStored = false;
  return defineJob({
    name: "recalculate reporting",
    everyMs: 1_000,
    emits: [],
    async findWorkspaces(pool) {
      if (!isStored) await storeReportingCurrency(pool, settings.REPORTING_CURRENCY);
      isStored = true;
      return readWorkspacesToRecalculate(pool);
    },
    async run(tx) {
      const applied = await applySettings(tx);
      if (!applied) return recalculateBatch(tx);
      tx.onCommit(() => log.info({ workspaceId: tx.workspaceId, actor: null, ...applied }, "Reporting currency or time zone changed"));
      return true;
    },
  });
};
