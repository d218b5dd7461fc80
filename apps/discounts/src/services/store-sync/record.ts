import { lockPlacedCodes } from "../../db/placed-codes.js";
import { insertChanges, markFailed, markSynced, type RetryWait, recordAccepted, recordFailed } from "../../db/push-outcomes.js";
import { deleteIdlePushes, lockPushes, type StoreTx } from "../../db/store-pushes.js";
import type { CodeMessage, CreditMessage } from "../../domain/store-message.js";
import type { StoreError } from "../stores/store.js";
import type { OutgoingMessage } from "./prepare.js";

/** If `error` is undefined, the store accepted the message. */
export interface Outcome {
  message: OutgoingMessage;
  error: StoreError | undefined;
}

export type RetryWaits = Record<"unavailable" | "rejected", RetryWait>;

/**
 * Records results of messages to one store. Ignores results that are already recorded. Returns the number of consecutive failures by
 * subject.
 */
export async function recordOutcomes(tx: StoreTx, outcomes: readonly Outcome[], waits: RetryWaits): Promise<Map<string, number>> {
  const accepted = outcomes.flatMap(({ message, error }) => (error ? [] : [{ ...message, ...subjectOf(message) }]));
  const failed = outcomes.flatMap(({ message, error }) =>
    error
      ? [{ ...message, isRejected: error.isFinal, wait: error.isFinal ? waits.rejected : waits.unavailable, reason: error.message }]
      : [],
  );
  const ids = outcomes.map(({ message }) => message.subjectId);
  // `ids` also contains minted codes and credits, which need no lock.
  await lockPlacedCodes(tx, ids);
  await lockPushes(tx, ids);
  const recorded = await recordAccepted(tx, accepted);
  const fresh = accepted.filter(({ subjectId }) => recorded.has(subjectId));
  const changes = fresh.flatMap(({ discountCodeId, ...push }) => (discountCodeId === null ? [] : [{ ...push, discountCodeId }]));
  await insertChanges(tx, changes);
  const synced = fresh.flatMap(({ subjectId, discountCodeId, placementId, placement, isCurrent }) => {
    const syncVersion = isCurrent ? (placement?.syncVersion ?? null) : null;
    return placementId === null || subjectId !== discountCodeId ? [] : [{ placementId, syncVersion }];
  });
  await markSynced(tx, synced, tx.now);
  const absent = fresh.flatMap(({ subjectId, leavesNothing }) => (leavesNothing ? subjectId : []));
  await deleteIdlePushes(tx, absent);
  const attempts = await recordFailed(tx, failed);
  const unsynced = failed.flatMap(({ subjectId, placement, reason }) =>
    placement && attempts.has(subjectId) ? [{ ...placement, reason }] : [],
  );
  await markFailed(tx, unsynced);
  return attempts;
}

/** Reads the ids in a message. `leavesNothing` is true for credit messages, and for messages that remove a code. */
function subjectOf({ text }: OutgoingMessage) {
  const message: CodeMessage | CreditMessage = JSON.parse(text);
  if (message.type === "credit.booked") return { discountCodeId: null, placementId: null, leavesNothing: true };
  const { discountCodeId } = message.data;
  const placementId = "placementId" in message.data ? message.data.placementId : null;
  return { discountCodeId, placementId, leavesNothing: placementId === null };
}
