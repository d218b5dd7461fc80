import type { WorkspaceWriter } from "@offergraph/service/db/write";
import { lockPlacedCodes } from "../../db/placed-codes.js";
import { notePushesFailed, notePushesTaken, type RetryWait } from "../../db/push-outcomes.js";
import { forgetPushes, lockPushes } from "../../db/store-pushes.js";
import { insertChanges, markFailed, markSynced } from "../../db/sync-status.js";
import type { CreditMessage } from "../../domain/credit-message.js";
import type { CodeMessage } from "../../domain/store-message.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { StoreError } from "../stores/store.js";
import { inStore, type OutgoingMessage, type StoreId } from "./prepare.js";

/** Result of a message; accepted if `error` is undefined. */
export interface Outcome {
  sending: OutgoingMessage;
  error: StoreError | undefined;
}

/** Backoff for unavailable stores, and for rejected messages. */
export interface RetryWaits {
  away: RetryWait;
  refused: RetryWait;
}

export function messageOf({ text }: OutgoingMessage): CodeMessage | CreditMessage {
  return JSON.parse(text);
}

/**
 * Records the results of messages to one store in one transaction. Ignores results that a previous lease holder has recorded. Returns the
 * number of consecutive failures by subject.
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
    // Only subjects that are discount codes have a placement to mark.
    await lockPlacedCodes(scope, ids);
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

/** Returns the code and placement of a message; `leavesNothing`: true if the store keeps no state to compare later messages with. */
function told(message: CodeMessage | CreditMessage) {
  if (message.type === "credit.booked") return { discountCodeId: null, placementId: null, leavesNothing: true };
  const { discountCodeId } = message.data;
  const placementId = "placementId" in message.data ? message.data.placementId : null;
  return { discountCodeId, placementId, leavesNothing: placementId === null };
}
