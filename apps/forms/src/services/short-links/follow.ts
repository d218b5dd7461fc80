import { findCode } from "../../db/find-access-key.js";
import { countClick, readTarget } from "../../db/short-links.js";
import type { FormsDeps } from "../../deps.js";
import { Refusal } from "../../domain/refusal.js";

/** Returns the public key that a short link leads to; for a click, counts it and returns its id. */
export async function follow(
  { pool, database, readerOf, clickIds }: FormsDeps,
  code: string,
  isClick: boolean,
): Promise<{ publicKey: string; clickId: string | undefined }> {
  const found = await findCode(pool, code);
  if (!found) throw new Refusal("SHORT_LINK_UNKNOWN");
  const { workspaceId, shortLinkId } = found;
  const publicKey = await readTarget(readerOf(workspaceId), shortLinkId);
  if (publicKey === undefined) throw new Refusal("SHORT_LINK_UNKNOWN");
  if (publicKey === null) throw new Refusal("SHORT_LINK_DISABLED");
  if (!isClick) return { publicKey, clickId: undefined };
  await database.transaction({ workspaceId }, (tx) => countClick(tx, shortLinkId));
  return { publicKey, clickId: clickIds.make(shortLinkId) };
}
