import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { readMinted } from "../../db/grant-codes.js";
import { readPlacedCodes } from "../../db/placed-codes.js";
import type { Seen } from "../../db/push-outcomes.js";
import type { PushRow, StoreTx, Subject } from "../../db/store-pushes.js";
import type { CodeMessage, CreditMessage } from "../../domain/store-message.js";
import { mintedPushMessage, mintedRemoveMessage, pushMessage, removeMessage } from "../../domain/store-message.js";

/** Returns the canonical text of a message, and the hash of this text. Messages with equal content have equal texts. */
export function textOf(message: CodeMessage | CreditMessage): { text: string; hash: string } {
  const text = canonicalJson(message);
  return { text, hash: createHash("sha256").update(text).digest("hex") };
}

/** `isThere` is false if the message removes the subject from the store. `placement` is the placement that shows the result of the push. */
export interface DesiredState {
  isThere: boolean;
  placement: (Seen & { syncVersion: number }) | undefined;
  text: string;
  hash: string;
}

export const isCodeItself = ({ subjectId, discountCodeId }: Subject): boolean => subjectId === discountCodeId;
export const isMinted = (subject: Subject): boolean => subject.discountCodeId !== null && !isCodeItself(subject);

export async function readDesiredState(store: StoreTx, slug: string, rows: readonly PushRow[]): Promise<(row: PushRow) => DesiredState> {
  const codeIds = [...new Set(rows.flatMap(({ discountCodeId }) => discountCodeId ?? []))];
  const itself = new Set(rows.filter(isCodeItself).map(({ subjectId }) => subjectId));
  const placed = new Map((await readPlacedCodes(store, codeIds, itself)).map((one) => [one.code.rowId, one]));
  const grantIds = rows.filter(isMinted).map(({ subjectId }) => subjectId);
  const minted = await readMinted(store.sql, grantIds);
  const { connectionId } = store;
  return (row) => {
    const { subjectId, discountCodeId, sendingText: text, sendingHash: hash } = row;
    if (discountCodeId === null) {
      // The message of a credit was stored when the push was requested.
      if (text === null || hash === null) throw new Error(`Invariant violated: credit ${subjectId} has no stored message.`);
      return { isThere: true, placement: undefined, text, hash };
    }
    const one = placed.get(discountCodeId);
    if (isCodeItself(row)) {
      if (!one) return { isThere: false, placement: undefined, ...textOf(removeMessage(connectionId, discountCodeId)) };
      const { rowId: placementId, syncVersion } = one.placement;
      const aliases = one.aliases.map(({ code }) => code);
      const message = pushMessage(one.code, aliases, { ...one.placement, targets: one.targets }, slug);
      return { isThere: true, placement: { placementId, syncVersion }, ...textOf(message) };
    }
    const code = minted.get(subjectId);
    const isThere = one !== undefined && code !== undefined;
    const message = isThere
      ? mintedPushMessage(one.code, code, { ...one.placement, targets: one.targets }, slug)
      : mintedRemoveMessage(connectionId, discountCodeId, subjectId);
    return { isThere, placement: undefined, ...textOf(message) };
  };
}
