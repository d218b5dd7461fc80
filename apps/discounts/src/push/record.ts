import type { WorkspaceWriter } from "@offergraph/shared/database/write";
import { holdCodes } from "../data/placed-codes.js";
import { notePushesFailed, notePushesTaken, type RetryWait } from "../data/push-outcomes.js";
import { forgetPushes } from "../data/store-pushes.js";
import { insertChanges, markFailed, markSynced } from "../data/sync-status.js";
import type { PushMessage, RemoveMessage } from "../domain/store-message.js";
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
export function messageOf({ text }: Sending): PushMessage | RemoveMessage {
  return JSON.parse(text);
}

/**
 * Records what came of messages to one store, in one transaction. An outcome that has been recorded already, by whoever pushed before,
 * changes nothing. Returns how often each code's push has failed in a row.
 */
export function recordOutcomes(
  writer: WorkspaceWriter<Prisma.TransactionClient>,
  id: StoreId,
  outcomes: readonly Outcome[],
  { now, waits }: { now: Date; waits: RetryWaits },
): Promise<Map<string, number>> {
  const taken = outcomes.flatMap(({ sending, error }) => {
    const { type, data } = messageOf(sending);
    const placementId = type === "discount_code.push" ? data.placementId : null;
    return error ? [] : [{ ...sending, placementId, isRemoval: placementId === null }];
  });
  const failed = outcomes.flatMap(({ sending, error }) =>
    error ? [{ ...sending, isRefused: error.isFinal, wait: error.isFinal ? waits.refused : waits.away, reason: error.message }] : [],
  );
  return inStore(writer, id, async (scope) => {
    await holdCodes(
      scope,
      outcomes.map(({ sending }) => sending.discountCodeId),
    );
    const noted = await notePushesTaken(scope, taken, now);
    const news = taken.filter(({ discountCodeId }) => noted.has(discountCodeId));
    await insertChanges(scope, news, now);
    await markSynced(
      scope,
      news.flatMap(({ placementId, placement, isCurrent }) => {
        const syncVersion = isCurrent ? (placement?.syncVersion ?? null) : null;
        return placementId === null ? [] : [{ placementId, syncVersion }];
      }),
      now,
    );
    await forgetPushes(
      scope,
      news.flatMap(({ discountCodeId, isRemoval }) => (isRemoval ? discountCodeId : [])),
    );
    const attempts = await notePushesFailed(scope, failed, now);
    await markFailed(
      scope,
      failed.flatMap(({ discountCodeId, placement, reason }) =>
        placement && attempts.has(discountCodeId) ? [{ ...placement, reason }] : [],
      ),
    );
    return attempts;
  });
}
