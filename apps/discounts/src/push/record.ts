import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import { holdCodes } from "../data/placed-codes.js";
import { notePushesFailed, notePushesTaken, type RetryWait } from "../data/push-outcomes.js";
import { forgetPushes, lockPushes } from "../data/store-pushes.js";
import { insertChanges, markFailed, markSynced } from "../data/sync-status.js";
import type { CreditMessage } from "../domain/credit-message.js";
import type { CodeMessage } from "../domain/store-message.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { StoreError } from "../stores/store.js";
import { inStore, type Sending, type StoreId } from "./prepare.js";

/** What came of a message: taken, unless there is an error. */
export interface Outcome {
  sending: Sending;
  error: StoreError | undefined;
}

/** How long to wait for a store that is away, and for one that has refused. */
export interface RetryWaits {
  away: RetryWait;
  refused: RetryWait;
}

/** What was sent, read back from its text. */
export function messageOf({ text }: Sending): CodeMessage | CreditMessage {
  return JSON.parse(text);
}

/**
 * Records what came of messages to one store, in one transaction. An outcome that has been recorded already, by whoever pushed before,
 * changes nothing. Returns how often each subject's push has failed in a row.
 */
export function recordOutcomes(
  writer: WorkspaceWriter<Prisma.TransactionClient>,
  id: StoreId,
  outcomes: readonly Outcome[],
  { now, waits }: { now: Date; waits: RetryWaits },
): Promise<Map<string, number>> {
  const taken = outcomes.flatMap(({ sending, error }) => (error ? [] : [{ ...sending, ...told(messageOf(sending)) }]));
  const failed = outcomes.flatMap(({ sending, error }) =>
    error ? [{ ...sending, isRefused: error.isFinal, wait: error.isFinal ? waits.refused : waits.away, reason: error.message }] : [],
  );
  return inStore(writer, id, async (scope) => {
    const ids = outcomes.map(({ sending }) => sending.subjectId);
    // The subjects that have a placement to mark are codes themselves.
    await holdCodes(scope, ids);
    await lockPushes(scope, ids);
    const noted = await notePushesTaken(scope, taken, now);
    const news = taken.filter(({ subjectId }) => noted.has(subjectId));
    await insertChanges(
      scope,
      news.flatMap(({ discountCodeId, ...push }) => (discountCodeId === null ? [] : [{ ...push, discountCodeId }])),
      now,
    );
    await markSynced(
      scope,
      news.flatMap(({ subjectId, discountCodeId, placementId, placement, isCurrent }) => {
        const syncVersion = isCurrent ? (placement?.syncVersion ?? null) : null;
        return placementId === null || subjectId !== discountCodeId ? [] : [{ placementId, syncVersion }];
      }),
      now,
    );
    await forgetPushes(
      scope,
      news.flatMap(({ subjectId, leavesNothing }) => (leavesNothing ? subjectId : [])),
    );
    const attempts = await notePushesFailed(scope, failed, now);
    await markFailed(
      scope,
      failed.flatMap(({ subjectId, placement, reason }) => (placement && attempts.has(subjectId) ? [{ ...placement, reason }] : [])),
    );
    return attempts;
  });
}

/** Of which code and placement a message tells, and whether there is nothing left to compare with what is told later. */
function told(message: CodeMessage | CreditMessage) {
  if (message.type === "credit.booked") return { discountCodeId: null, placementId: null, leavesNothing: true };
  const { discountCodeId } = message.data;
  const placementId = "placementId" in message.data ? message.data.placementId : null;
  return { discountCodeId, placementId, leavesNothing: placementId === null };
}
