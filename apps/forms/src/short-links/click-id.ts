import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "@offergraph/shared/access/principal";
import { base62, randomText } from "@offergraph/shared/access/random-text";

/** What `clickIdKind` says of a click on a short link. */
export const shortLinkClick = "short_link";

/**
 * Makes ids of clicks on short links, and knows them again: each says by a keyed hash which short link it was, so that a response
 * that brings one tells its short link, and nobody can make one up. No table keeps them.
 */
export function clickIds(signingKey: string) {
  const key = deriveKey(signingKey, "click");
  const markOf = (random: string, shortLinkId: string) =>
    createHmac("sha256", key).update(`${random} ${shortLinkId}`).digest("hex").slice(0, 16);

  return {
    make(shortLinkId: string): string {
      const random = randomText(22, base62);
      return `ogc_${random}_${markOf(random, shortLinkId)}`;
    },
    /** Whether an id is of a click on this short link. */
    isOf(clickId: string, shortLinkId: string): boolean {
      const [, random, mark] = /^ogc_([0-9A-Za-z]{22})_([0-9a-f]{16})$/.exec(clickId) ?? [];
      if (random === undefined || mark === undefined) return false;
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(random, shortLinkId)));
    },
  };
}
export type ClickIds = ReturnType<typeof clickIds>;
