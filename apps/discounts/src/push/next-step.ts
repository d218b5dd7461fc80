import { newId } from "@offergraph/shared/time/ids";
import type { Message, PushRow } from "../data/store-pushes.js";
import type { Wanted } from "./wanted.js";

/** What is to be done about a push that is due. */
export type NextStep =
  /** Send it; `isNew`: it is to be noted before. */
  | { do: "send"; message: Message; isNew: boolean }
  /** The store has what it is to have. */
  | { do: "settle" }
  /** The store has nothing and is to have nothing. */
  | { do: "forget" };

/**
 * A message whose fate is unknown goes first, as it was: only then is it known what the store has, and the store takes it once.
 * What the store has is sent again only when somebody asked for that.
 */
export function nextStep(row: PushRow, wanted: Wanted): NextStep {
  const { subjectId, sendingId, sendingHash, sendingText, pushedHash } = row;
  if (sendingId !== null && sendingHash !== null && sendingText !== null)
    return { do: "send", message: { subjectId, id: sendingId, hash: sendingHash, text: sendingText }, isNew: false };
  const { text, hash } = wanted;
  if (sendingId === null) {
    if (!wanted.isThere && pushedHash === null) return { do: "forget" };
    if (hash === pushedHash && row.forced <= row.done) return { do: "settle" };
  }
  const id = sendingId !== null && sendingHash === hash ? sendingId : newId();
  return { do: "send", message: { subjectId, id, hash, text }, isNew: true };
}
