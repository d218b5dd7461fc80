import { readIn, type WorkspaceWriter } from "@offergraph/shared/database/write";
import { holdMinted } from "../data/minted-codes.js";
import { holdCodes } from "../data/placed-codes.js";
import {
  beginPushes,
  forgetPushes,
  lockDuePushes,
  type Message,
  type StoreScope,
  type Subject,
  settlePushes,
} from "../data/store-pushes.js";
import { readStores } from "../data/stores.js";
import { markSynced } from "../data/sync-status.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { StoreRow } from "../stores/store.js";
import { nextStep } from "./next-step.js";
import { isMinted, readWanted, type Wanted } from "./wanted.js";

/** A message to send, noted already. */
export interface Sending extends Message {
  /** The placement as it is now, of a code's own push. */
  placement: Wanted["placement"];
  /** Whether the message says what the store is to have now; an older one whose fate is unknown goes before that. */
  isCurrent: boolean;
}

export interface StoreId {
  workspaceId: string;
  connectionId: string;
}

type Writer = WorkspaceWriter<Prisma.TransactionClient>;

/** Runs work in a transaction within the workspace of a store. */
export function inStore<Result>(writer: Writer, { workspaceId, connectionId }: StoreId, work: (scope: StoreScope) => Promise<Result>) {
  return writer.write(workspaceId, (transaction) =>
    work({ read: (statement) => readIn(transaction, statement), workspaceId, connectionId }),
  );
}

/**
 * Looks at what these subjects are now, notes in the same transaction what is to be sent of them, and settles what needs no sending.
 * The notes are committed before anything is sent: who sends after a crash sends the same, under the same id.
 */
export function preparePushes(
  writer: Writer,
  id: StoreId,
  subjects: readonly Subject[],
  now: Date,
): Promise<{ store: StoreRow; sendings: Sending[] } | undefined> {
  return inStore(writer, id, async (scope) => {
    const [store] = await readStores(scope.read, [id.connectionId]);
    if (!store) return undefined;
    const ids = subjects.map(({ subjectId }) => subjectId);
    await holdCodes(
      scope,
      subjects.flatMap(({ discountCodeId }) => discountCodeId ?? []),
    );
    await holdMinted(
      scope.read,
      subjects.filter(isMinted).map(({ subjectId }) => subjectId),
    );
    const locked = new Map((await lockDuePushes(scope, ids, now)).map((row) => [row.subjectId, row]));
    // Sent in the order of their turns, which is another than that of locks.
    const rows = ids.flatMap((id) => locked.get(id) ?? []);
    const wantedOf = await readWanted(scope, store.slug, rows);
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
    const sendings = steps.flatMap(({ step, wanted: { placement, hash } }): Sending[] => {
      if (step.do !== "send") return [];
      const { message } = step;
      return [{ ...message, placement, isCurrent: message.hash === hash }];
    });
    return { store, sendings };
  });
}
