import { readIn, type WorkspaceWriter } from "@offergraph/service/db/write";
import { lockMinted } from "../../db/minted-codes.js";
import { lockPlacedCodes } from "../../db/placed-codes.js";
import {
  beginPushes,
  forgetPushes,
  lockDuePushes,
  type Message,
  type StoreScope,
  type Subject,
  settlePushes,
} from "../../db/store-pushes.js";
import { readStores } from "../../db/stores.js";
import { markSynced } from "../../db/sync-status.js";
import type { Prisma } from "../../generated/prisma/client.js";
import type { StoreRow } from "../stores/store.js";
import { type DesiredState, isMinted, readDesiredState } from "./desired-state.js";
import { nextStep } from "./next-step.js";

/** A stored message to send. */
export interface OutgoingMessage extends Message {
  /** The current placement, for pushes of discount codes. */
  placement: DesiredState["placement"];
  /** True for the current version; false for an older message with an unknown result, which is repeated first. */
  isCurrent: boolean;
}

export interface StoreId {
  workspaceId: string;
  connectionId: string;
}

type Writer = WorkspaceWriter<Prisma.TransactionClient>;

/** Runs work in a transaction in the store's workspace. */
export function inStore<Result>(writer: Writer, { workspaceId, connectionId }: StoreId, work: (scope: StoreScope) => Promise<Result>) {
  return writer.write(workspaceId, (transaction) =>
    work({ read: (statement) => readIn(transaction, statement), workspaceId, connectionId }),
  );
}

/**
 * Reads the subjects, stores the messages to send, and marks the others as done, in one transaction. Messages are committed before they are
 * sent, so that after a crash the same message is sent with the same id.
 */
export function preparePushes(
  writer: Writer,
  id: StoreId,
  subjects: readonly Subject[],
  now: Date,
): Promise<{ store: StoreRow; sendings: OutgoingMessage[] } | undefined> {
  return inStore(writer, id, async (scope) => {
    const [store] = await readStores(scope.read, [id.connectionId]);
    if (!store) return undefined;
    const ids = subjects.map(({ subjectId }) => subjectId);
    await lockPlacedCodes(
      scope,
      subjects.flatMap(({ discountCodeId }) => discountCodeId ?? []),
    );
    await lockMinted(
      scope.read,
      subjects.filter(isMinted).map(({ subjectId }) => subjectId),
    );
    const locked = new Map((await lockDuePushes(scope, ids, now)).map((row) => [row.subjectId, row]));
    // Restores the order of the queues, which differs from the lock order.
    const rows = ids.flatMap((id) => locked.get(id) ?? []);
    const wantedOf = await readDesiredState(scope, store.slug, rows);
    const steps = rows.map((row) => {
      const wanted = wantedOf(row);
      return { subjectId: row.subjectId, wanted, step: nextStep(row, wanted) };
    });
    const settled = steps.filter(({ step }) => step.do !== "send");
    await settlePushes(
      scope,
      settled.map(({ subjectId }) => subjectId),
    );
    await markSynced(
      scope,
      settled.flatMap(({ wanted }) => wanted.placement ?? []),
      null,
    );
    await forgetPushes(
      scope,
      settled.flatMap(({ subjectId, step }) => (step.do === "forget" ? subjectId : [])),
    );
    await beginPushes(
      scope,
      steps.flatMap(({ step }) => (step.do === "send" && step.isNew ? step.message : [])),
    );
    const sendings = steps.flatMap(({ step, wanted: { placement, hash } }): OutgoingMessage[] => {
      if (step.do !== "send") return [];
      const { message } = step;
      return [{ ...message, placement, isCurrent: message.hash === hash }];
    });
    return { store, sendings };
  });
}
