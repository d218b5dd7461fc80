import { groupBy } from "@offergraph/service/db/group-by";
import { discountCodePoolLow, discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { Logger } from "@offergraph/shared/log/logger";
import { type Availability, readAvailability, writeAvailability } from "../db/availability.js";
import { idsOf } from "../db/rows.js";
import { type ChangedCode, claimChangedCodes, readChangedWorkspaces } from "../db/work-lists.js";
import { type ChangedField, emitAllUpdated } from "../services/codes/events.js";
import { defineJob } from "../tx.js";

const batchSize = 100;
const flags = ["isExhausted", "isPoolEmpty", "isPoolLow"] as const;

/** Publishes changed usage counts and availability, with one event per code. Does not change `updatedAt`. */
export const publishUsageCountsJob = (log: Logger) =>
  defineJob({
    name: "publish usage counts",
    emits: [discountCodeUpdated, discountCodePoolLow],
    findWorkspaces: readChangedWorkspaces,
    async run(tx) {
      const { workspaceId } = tx;
      const claimed = await claimChangedCodes(tx, batchSize);
      if (claimed.length === 0) return false;
      const availability = new Map((await readAvailability(tx.sql, idsOf(claimed))).map((one) => [one.rowId, one]));
      const changes = claimed.map((code) => changeOf(code, availability.get(code.rowId))).filter(({ fields }) => fields.length > 0);
      const available = changes.flatMap(({ now, fields }) => (fields.some((field) => field !== "usageCount") ? now : []));
      await writeAvailability(tx, available);
      for (const alike of groupBy(changes, ({ fields }) => fields.join()).values()) {
        const codes = alike.map(({ code }) => code);
        await emitAllUpdated(tx, codes, alike[0]?.fields ?? []);
      }
      for (const { code, now, fields } of changes)
        if (fields.includes("isPoolLow") && now.isPoolLow) {
          const { rowId, aliasCount, code: name } = code;
          tx.emit(discountCodePoolLow, rowId, { rowId, code: name, aliasCount, freeAliasCount: now.freeAliasCount });
        }
      const recordIds = changes.map(({ code }) => code.rowId);
      if (recordIds.length > 0) tx.onCommit(() => log.info({ workspaceId, actor: null, recordIds }, "Usage counts published"));
      return claimed.length === batchSize;
    },
  });

function changeOf({ isCounted, ...before }: ChangedCode, now: Availability | undefined) {
  if (!now) throw new Error(`Invariant violated: discount code ${before.rowId} not found although it is locked.`);
  const { isExhausted, isPoolEmpty, isPoolLow } = now;
  const fields: ChangedField[] = [...(isCounted ? (["usageCount"] as const) : []), ...flags.filter((flag) => before[flag] !== now[flag])];
  return { code: { ...before, isExhausted, isPoolEmpty, isPoolLow }, now, fields };
}
