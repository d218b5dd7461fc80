import { createHash } from "node:crypto";
import { canonicalJson } from "@offergraph/shared/json/canonical-json";
import { type PlacedCode, readPlacedCodes } from "../data/placed-codes.js";
import type { StoreScope } from "../data/store-pushes.js";
import type { Seen } from "../data/sync-status.js";
import { type PushMessage, pushMessage, type RemoveMessage, removeMessage } from "../domain/store-message.js";

/** A message as it is sent, byte for byte, and its hash: equal contents give equal texts. */
export function textOf(message: PushMessage | RemoveMessage): { text: string; hash: string } {
  const text = canonicalJson(message);
  return { text, hash: createHash("sha256").update(text).digest("hex") };
}

/** What a store is to have of a code; without a placement: nothing. */
export interface Wanted {
  placement: (Seen & { syncVersion: number }) | undefined;
  text: string;
  hash: string;
}

/** What the store is to have of each of these codes, as of now. */
export async function readWanted(scope: StoreScope, slug: string, codeIds: readonly string[]): Promise<(codeId: string) => Wanted> {
  const placed = new Map((await readPlacedCodes(scope, codeIds)).map((one) => [one.code.rowId, wantedOf(one, slug)]));
  return (codeId) => placed.get(codeId) ?? { placement: undefined, ...textOf(removeMessage(scope.connectionId, codeId)) };
}

function wantedOf({ code, aliases, targets, placement }: PlacedCode, slug: string): Wanted {
  const names = aliases.map((alias) => alias.code);
  const { rowId, syncVersion } = placement;
  return { placement: { placementId: rowId, syncVersion }, ...textOf(pushMessage(code, names, { ...placement, targets }, slug)) };
}
