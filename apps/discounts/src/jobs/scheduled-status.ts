import { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import type { Logger } from "@offergraph/shared/log/logger";
import { valueOfOrdinal } from "@offergraph/shared/schema/ordinals";
import { applyScheduledStatuses } from "../db/change-codes.js";
import { scheduleTransitions } from "../db/discount-codes.js";
import { markPushesPending } from "../db/placements.js";
import { idsOf } from "../db/rows.js";
import { claimDueCodes, type DueCode, readDueWorkspaces } from "../db/work-lists.js";
import { statuses } from "../domain/ordinals.js";
import { latest, nextTransition } from "../domain/transitions.js";
import { emitAllUpdated } from "../services/codes/events.js";
import { defineJob, type Tx } from "../tx.js";

const batchSize = 100;

export const scheduledStatusJob = (log: Logger) =>
  defineJob({
    name: "apply scheduled statuses",
    emits: [discountCodeUpdated],
    findWorkspaces: readDueWorkspaces,
    async run(tx) {
      const { claimed, changed } = await applyDueStatuses(tx, batchSize);
      const { workspaceId } = tx;
      if (changed.length > 0) tx.onCommit(() => log.info({ workspaceId, actor: null, recordIds: changed }, "Scheduled statuses applied"));
      return claimed > 0;
    },
  });

/** Applies the first due status change of at most `max` codes, and emits events. A later run applies the code's next due change. */
export async function applyDueStatuses(tx: Tx<typeof discountCodeUpdated>, max: number): Promise<{ claimed: number; changed: string[] }> {
  const claimed = await claimDueCodes(tx, max);
  if (claimed.length === 0) return { claimed: 0, changed: [] };
  const codes = claimed.flatMap((code) => {
    const status = dueStatus(code, tx.now.toISOString());
    const { statusWrittenAt, ...row } = code;
    return status === undefined ? [] : [{ ...row, status, updatedAt: latest(tx.now, code) }];
  });
  const changed = idsOf(codes);
  if (codes.length > 0) {
    await applyScheduledStatuses(tx, codes);
    await markPushesPending(tx, { discountCodeId: { in: changed } });
    await emitAllUpdated(tx, codes, ["status", "updatedAt"]);
  }
  await scheduleTransitions(tx, idsOf(claimed));
  return { claimed: claimed.length, changed };
}

/** Returns the ordinal of the new status. Returns undefined if a concurrent write has postponed or removed the transition. */
function dueStatus(code: DueCode, now: string): number | undefined {
  const next = nextTransition({ ...code, status: valueOfOrdinal(statuses, code.status) });
  return next && next.dueAt <= now ? statuses.indexOf(next.to) : undefined;
}
