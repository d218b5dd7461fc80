import { findCode } from "../../db/find-access-key.js";
import { followShortLink } from "../../db/short-links.js";
import type { FormsDeps } from "../../deps.js";
import { Refusal } from "../../domain/refusal.js";

/** Returns the public key that a short link leads to; for a click, counts it and returns its id. */
export async function follow(
  { pool, database, clock, clickIds }: FormsDeps,
  code: string,
  isClick: boolean,
): Promise<{ publicKey: string; clickId: string | undefined }> {
  const found = await findCode(pool, code);
  if (!found) throw new Refusal("SHORT_LINK_UNKNOWN");
  const { workspaceId, shortLinkId } = found;
  const publicKey = await followShortLink(database.autocommit({ workspaceId, now: clock.now() }), shortLinkId, isClick);
  if (publicKey === undefined) throw new Refusal("SHORT_LINK_UNKNOWN");
  if (publicKey === null) throw new Refusal("SHORT_LINK_DISABLED");
  return { publicKey, clickId: isClick ? clickIds.make(shortLinkId) : undefined };
}
