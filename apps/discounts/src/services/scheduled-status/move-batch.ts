import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { claimDueCodes, type DueCode, scheduleTransitions } from "../../db/scheduled-transitions.js";
import { moveStatuses } from "../../db/write-code.js";
import { markPushesPending } from "../../db/write-placements.js";
import { statuses } from "../../domain/ranks.js";
import { nextTransition } from "../../domain/transitions.js";
import { emitChanged } from "../codes/emit.js";
import type { CodeWrite } from "../codes/write.js";

export interface Batch {
  /** Number of claimed codes; 0 if nothing is due or other replicas hold it. */
  claimed: number;
  /** The ids of codes whose status changed. */
  moved: string[];
}

/**
 * Applies one status change to up to `most` due codes of the workspace and emits events. A code with a second due change stays due, so
 * that readers and consumers see both.
 */
export async function moveBatch(write: CodeWrite, most: number): Promise<Batch> {
  const claimed = await claimDueCodes(write, most);
  if (claimed.length === 0) return { claimed: 0, moved: [] };
  const updatedAt = write.now.toISOString();
  const moves = claimed.flatMap((code) => {
    const status = dueStatus(code, updatedAt);
    const { statusWrittenAt, ...row } = code;
    return status === undefined ? [] : [{ ...row, status, updatedAt }];
  });
  const moved = moves.map(({ rowId }) => rowId);
  if (moves.length > 0) {
    await moveStatuses(write, moves);
    await markPushesPending(write, moved);
    await emitChanged(write, moves, ["status", "updatedAt"]);
  }
  await scheduleTransitions(
    write,
    claimed.map(({ rowId }) => rowId),
  );
  return { claimed: claimed.length, moved };
}

/** Returns the rank of the new status; undefined if the code was changed after it was found due. */
function dueStatus(code: DueCode, now: string): number | undefined {
  const next = nextTransition({ ...code, status: valueOfRank(statuses, code.status) });
  return next && next.dueAt <= now ? statuses.indexOf(next.to) : undefined;
}
