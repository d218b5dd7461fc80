import { newId } from "@offergraph/shared/time/ids";
import type { Message, PushRow } from "../../db/store-pushes.js";
import type { DesiredState } from "./desired-state.js";

/**
 * Next action for a push: send a message, mark the push as done, or delete the push. If `isNew` is true, the caller must store the message
 * before sending it.
 */
export type NextStep = { do: "send"; message: Message; isNew: boolean } | { do: "finish" } | { do: "delete" };

/**
 * Repeats a message with an unknown result under the same id, so that the store can skip duplicates. Sends unchanged data only after a
 * request that forces a push.
 */
export function nextStep(row: PushRow, desired: DesiredState): NextStep {
  const { subjectId, sendingId, sendingHash, sendingText, pushedHash } = row;
  if (sendingId !== null && sendingHash !== null && sendingText !== null)
    return { do: "send", message: { subjectId, id: sendingId, hash: sendingHash, text: sendingText }, isNew: false };
  const { text, hash } = desired;
  if (sendingId === null) {
    if (!desired.isThere && pushedHash === null) return { do: "delete" };
    if (hash === pushedHash && row.forced <= row.done) return { do: "finish" };
  }
  const id = sendingId !== null && sendingHash === hash ? sendingId : newId();
  return { do: "send", message: { subjectId, id, hash, text }, isNew: true };
}
