import type { discountCodeUpdated } from "@offergraph/shared/contracts/events/discounts";
import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { applyScheduledStatuses } from "../../db/change-codes.js";
import { scheduleTransitions } from "../../db/discount-codes.js";
import { markPushesPending } from "../../db/placements.js";
import { idsOf } from "../../db/rows.js";
import { claimDueCodes, type DueCode } from "../../db/work-lists.js";
import { statuses } from "../../domain/ranks.js";
import { latest, nextTransition } from "../../domain/transitions.js";
import type { Tx } from "../../tx.js";
import { emitAllUpdated } from "./events.js";

export interface AppliedBatch {
  /** Number of claimed codes; 0 if nothing is due or other replicas hold it. */
  claimed: number;
  changed: string[];
}

/**
 * Applies one status change to up to `max` due codes of the workspace and emits events. A code with a second due change stays due, so
 * that readers and consumers see both.
 */
export async function applyDueStatuses(tx: Tx<typeof discountCodeUpdated>, max: number): Promise<AppliedBatch> {
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
    await markPushesPending(tx, changed);
    await emitAllUpdated(tx, codes, ["status", "updatedAt"]);
  }
  await scheduleTransitions(tx, idsOf(claimed));
  return { claimed: claimed.length, changed };
}

/** Returns the rank of the new status; undefined if the code was changed after it was found due. */
function dueStatus(code: DueCode, now: string): number | undefined {
  const next = nextTransition({ ...code, status: valueOfRank(statuses, code.status) });
  return next && next.dueAt <= now ? statuses.indexOf(next.to) : undefined;
}
