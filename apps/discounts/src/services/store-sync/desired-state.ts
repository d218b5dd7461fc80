import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { readMinted } from "../../db/minted-codes.js";
import { type PlacedCode, readPlacedCodes } from "../../db/placed-codes.js";
import type { PushRow, StoreTx, Subject } from "../../db/store-pushes.js";
import type { Seen } from "../../db/sync-status.js";
import {
  type CodeMessage,
  type CreditMessage,
  type MintedCode,
  mintedPushMessage,
  mintedRemoveMessage,
  pushMessage,
  type RemoveMessage,
  removeMessage,
} from "../../domain/store-message.js";

/** Returns the exact text of a message and its hash; canonical, so that equal content has equal text. */
export function textOf(message: CodeMessage | CreditMessage): { text: string; hash: string } {
  const text = canonicalJson(message);
  return { text, hash: createHash("sha256").update(text).digest("hex") };
}

export interface DesiredState {
  /** False if the message removes the subject. */
  isThere: boolean;
  /** The placement that shows the sync status of a discount code's push. */
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
  return (row) => {
    const { subjectId, discountCodeId } = row;
    if (discountCodeId === null) return storedMessage(row);
    const one = placed.get(discountCodeId);
    if (isCodeItself(row)) return one ? codeOn(one, slug) : nothing(removeMessage(store.connectionId, discountCodeId));
    const code = minted.get(subjectId);
    return one && code ? mintedOn(one, code, slug) : nothing(mintedRemoveMessage(store.connectionId, discountCodeId, subjectId));
  };
}

function codeOn({ code, aliases, targets, placement }: PlacedCode, slug: string): DesiredState {
  const names = aliases.map((alias) => alias.code);
  const { rowId: placementId, syncVersion } = placement;
  return { isThere: true, placement: { placementId, syncVersion }, ...textOf(pushMessage(code, names, { ...placement, targets }, slug)) };
}

function mintedOn({ code, targets, placement }: PlacedCode, minted: MintedCode, slug: string): DesiredState {
  return { isThere: true, placement: undefined, ...textOf(mintedPushMessage(code, minted, { ...placement, targets }, slug)) };
}

function nothing(message: RemoveMessage): DesiredState {
  return { isThere: false, placement: undefined, ...textOf(message) };
}

/** The message of a credit is stored with its request. */
function storedMessage({ subjectId, sendingText, sendingHash }: PushRow): DesiredState {
  if (sendingText === null || sendingHash === null) throw new Error(`Invariant violated: credit ${subjectId} has no message.`);
  return { isThere: true, placement: undefined, text: sendingText, hash: sendingHash };
}
