import type { Route, RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Collecting } from "../collect/collecting.js";
import { findCode } from "../data/find-way-in.js";
import { followShortLink } from "../data/follow-short-link.js";
import type { Assets } from "../hosted/assets.js";
import { refusalPage } from "../hosted/refusal-page.js";
import { shortLinkClick } from "./click-id.js";
import { disabledLink, unknownLink } from "./refusals.js";

/** GET /s/{code}: leads to the page of its placement's form, with the id of this click. People who cannot be led there get a page, programs JSON. */
export function shortLinkRoutes(collecting: Collecting, assets: Assets): Route[] {
  const answer = async (visit: Visit) => {
    try {
      return await follow(collecting, visit);
    } catch (error) {
      if (!visit.request.headers.accept?.includes("text/html")) throw error;
      return refusalPage(error, (await assets("page.css")).path);
    }
  };
  return [{ name: "short_link", method: "GET", path: "/s/:code", answer }];
}

export async function follow({ pool, readIn, clickIds, publicUrl }: Collecting, { params, request }: Visit): Promise<RouteAnswer> {
  const found = await findCode(pool, params.code ?? "");
  if (!found) throw unknownLink();
  const { workspaceId, shortLinkId } = found;
  // Who asks for the head alone looks where it leads: nobody goes there.
  const publicKey = await followShortLink(readIn(workspaceId), shortLinkId, request.method !== "HEAD");
  if (publicKey === undefined) throw unknownLink();
  if (publicKey === null) throw disabledLink();
  const asked = new URLSearchParams({ click: clickIds.make(shortLinkId), kind: shortLinkClick });
  return { status: 302, headers: { location: `${publicUrl}/f/${publicKey}?${asked}`, "cache-control": "no-store" } };
}
