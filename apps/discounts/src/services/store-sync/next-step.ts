import { newId } from "@offergraph/shared/time/ids";
import type { Message, PushRow } from "../../db/store-pushes.js";
import type { DesiredState } from "./desired-state.js";

export type NextStep =
  /** Send it; `isNew`: store it first. */
  | { do: "send"; message: Message; isNew: boolean }
  | { do: "settle" }
  /** The store neither has nor needs the subject. */
  | { do: "forget" };

/**
 * Decides about a due push. A message with an unknown result is repeated unchanged first, so that the store's state is known and the store can
 * skip duplicates. Unchanged data is sent again only on request.
 */
export function nextStep(row: PushRow, wanted: DesiredState): NextStep {
  const { subjectId, sendingId, sendingHash, sendingText, pushedHash } = row;
  if (sendingId !== null && sendingHash !== null && sendingText !== null)
    return { do: "send", message: { subjectId, id: sendingId, hash: sendingHash, text: sendingText }, isNew: false };
  const { text, hash } = wanted;
  if (sendingId === null) {
    if (!wanted.isThere && pushedHash === null) return { do: "forget" };
    if (hash === pushedHash && row.forcedRequest <= row.done) return { do: "settle" };
  }
  const id = sendingId !== null && sendingHash === hash ? sendingId : newId();
  return { do: "send", message: { subjectId, id, hash, text }, isNew: true };
}
