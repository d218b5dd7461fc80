import { readIn, type WorkspaceWriter } from "@offergraph/shared/database/write";
import { holdCodes } from "../data/placed-codes.js";
import { beginPushes, forgetPushes, lockDuePushes, type Message, type StoreScope, settlePushes } from "../data/store-pushes.js";
import { readStores } from "../data/stores.js";
import { markSynced } from "../data/sync-status.js";
import type { Prisma } from "../generated/prisma/client.js";
import type { StoreRow } from "../stores/store.js";
import { nextStep } from "./next-step.js";
import { readWanted, type Wanted } from "./wanted.js";

/** A message to send, noted already. */
export interface Sending extends Message {
  /** The code's placement as it is now, if there is one. */
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
 * Looks at what these codes are now, notes in the same transaction what is to be sent of them, and settles what needs no sending.
 * The notes are committed before anything is sent: who sends after a crash sends the same, under the same id.
 */
export function preparePushes(
  writer: Writer,
  id: StoreId,
  codeIds: readonly string[],
  now: Date,
): Promise<{ store: StoreRow; sendings: Sending[] } | undefined> {
  return inStore(writer, id, async (scope) => {
    const [store] = await readStores(scope.read, [id.connectionId]);
    if (!store) return undefined;
    await holdCodes(scope, codeIds);
    const rows = await lockDuePushes(scope, codeIds, now);
    const wantedOf = await readWanted(
      scope,
      store.slug,
      rows.map(({ discountCodeId }) => discountCodeId),
    );
    const steps = rows.map((row) => {
      const wanted = wantedOf(row.discountCodeId);
      return { codeId: row.discountCodeId, wanted, step: nextStep(row, wanted) };
    });
    const settled = steps.filter(({ step }) => step.do !== "send");
    await settlePushes(
      scope,
      settled.map(({ codeId }) => codeId),
    );
    await markSynced(
      scope,
      settled.flatMap(({ wanted }) => wanted.placement ?? []),
      null,
    );
    await forgetPushes(
      scope,
      settled.flatMap(({ codeId, step }) => (step.do === "forget" ? codeId : [])),
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
