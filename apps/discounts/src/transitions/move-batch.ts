import { valueOfRank } from "@offergraph/shared/schema/ranks";
import { claimDueCodes, type DueCode, scheduleTransitions } from "../data/scheduled-transitions.js";
import { moveStatuses } from "../data/write-code.js";
import { awaitPushes } from "../data/write-placements.js";
import { statuses } from "../domain/ranks.js";
import { nextTransition } from "../domain/transitions.js";
import { emitChanged } from "../writes/emit.js";
import type { CodeWrite } from "../writes/write.js";

export interface Batch {
  /** How many codes were looked at; none: nothing is due in this workspace, or others have it. */
  claimed: number;
  /** The ids of those that were moved. */
  moved: string[];
}

/**
 * Moves up to `most` codes of the write's workspace by one transition each, and tells of it. A code whose next time has passed too
 * stays due: its second transition is a write of its own, so that who reads or listens sees each.
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
    await awaitPushes(write, moved);
    await emitChanged(write, moves, ["status", "updatedAt"]);
  }
  await scheduleTransitions(
    write,
    claimed.map(({ rowId }) => rowId),
  );
  return { claimed: claimed.length, moved };
}

/** The rank that a code's status has from this time on; undefined when it was moved or written since it was found due. */
function dueStatus(code: DueCode, now: string): number | undefined {
  const next = nextTransition({ ...code, status: valueOfRank(statuses, code.status) });
  return next && next.dueAt <= now ? statuses.indexOf(next.to) : undefined;
}
