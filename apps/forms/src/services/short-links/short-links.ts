import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";
import { findCode } from "../../db/access-keys.js";
import { followShortLink } from "../../db/short-links.js";
import type { FormsDeps } from "../../deps.js";
import { VisitorError } from "../../domain/visitor-error.js";

export const shortLinkClick = "short_link";

/** Creates and verifies ids of clicks on short links. Clients cannot forge a click id, because the id contains a keyed hash. */
export function clickIds(signingKey: string) {
  const key = deriveKey(signingKey, "click");
  const markOf = (random: string, shortLinkId: string) =>
    createHmac("sha256", key).update(`${random} ${shortLinkId}`).digest("hex").slice(0, 16);

  return {
    make(shortLinkId: string): string {
      const random = randomText(22, base62);
      return `ogc_${random}_${markOf(random, shortLinkId)}`;
    },
    isOf(clickId: string, shortLinkId: string): boolean {
      const [, random, mark] = /^ogc_([0-9A-Za-z]{22})_([0-9a-f]{16})$/.exec(clickId) ?? [];
      if (random === undefined || mark === undefined) return false;
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(random, shortLinkId)));
    },
  };
}

/** Returns the public key of a short link. If `isClick` is true, counts a click and returns an id for the click. */
export async function follow(
  { pool, database, clock, clickIds }: FormsDeps,
  code: string,
  isClick: boolean,
): Promise<{ publicKey: string; clickId: string | undefined }> {
  const found = await findCode(pool, code);
  if (!found) throw new VisitorError("SHORT_LINK_UNKNOWN");
  const { workspaceId, shortLinkId } = found;
  const publicKey = await followShortLink(database.autocommit({ workspaceId, now: clock.now() }), shortLinkId, isClick);
  if (publicKey === undefined) throw new VisitorError("SHORT_LINK_UNKNOWN");
  if (publicKey === null) throw new VisitorError("SHORT_LINK_DISABLED");
  return { publicKey, clickId: isClick ? clickIds.make(shortLinkId) : undefined };
}
