import { readStores } from "../../db/connections.js";
import { lockMinted } from "../../db/grant-codes.js";
import { lockPlacedCodes } from "../../db/placed-codes.js";
import { markSynced } from "../../db/push-outcomes.js";
import {
  beginPushes,
  deleteIdlePushes,
  lockDuePushes,
  type Message,
  markUpToDate,
  type StoreTx,
  type Subject,
} from "../../db/store-pushes.js";
import { type DesiredState, isMinted, readDesiredState } from "./desired-state.js";
import { nextStep } from "./next-step.js";

/** `isCurrent` is false if the data has changed since the first attempt. */
export interface OutgoingMessage extends Message {
  traceparent: string | undefined;
  placement: DesiredState["placement"];
  isCurrent: boolean;
}

/**
 * Builds and stores the messages to send. Marks pushes that need no message as done. After a crash, the pusher sends a stored message again
 * with the same id.
 */
export async function preparePushes(tx: StoreTx, subjects: readonly Subject[]) {
  const [store] = await readStores(tx.sql, [tx.connectionId]);
  if (!store) return undefined;
  const ids = subjects.map(({ subjectId }) => subjectId);
  const codeIds = subjects.flatMap(({ discountCodeId }) => discountCodeId ?? []);
  await lockPlacedCodes(tx, codeIds);
  const grantIds = subjects.filter(isMinted).map(({ subjectId }) => subjectId);
  await lockMinted(tx, grantIds);
  const locked = new Map((await lockDuePushes(tx, ids)).map((row) => [row.subjectId, row]));
  // Restores the order of `subjects`, because the database changes the order.
  const rows = ids.flatMap((id) => locked.get(id) ?? []);
  const desiredStateOf = await readDesiredState(tx, store.slug, rows);
  const steps = rows.map((row) => {
    const desired = desiredStateOf(row);
    return { subjectId: row.subjectId, traceparent: row.traceparent ?? undefined, desired, step: nextStep(row, desired) };
  });
  const unsent = steps.filter(({ step }) => step.do !== "send");
  const unsentIds = unsent.map(({ subjectId }) => subjectId);
  await markUpToDate(tx, unsentIds);
  const placements = unsent.flatMap(({ desired }) => desired.placement ?? []);
  await markSynced(tx, placements, null);
  const absent = unsent.flatMap(({ subjectId, step }) => (step.do === "delete" ? subjectId : []));
  await deleteIdlePushes(tx, absent);
  const fresh = steps.flatMap(({ step }) => (step.do === "send" && step.isNew ? step.message : []));
  await beginPushes(tx, fresh);
  const messages = steps.flatMap(({ step, traceparent, desired: { placement, hash } }): OutgoingMessage[] =>
    step.do === "send" ? [{ ...step.message, traceparent, placement, isCurrent: step.message.hash === hash }] : [],
  );
  return { store, messages };
}
