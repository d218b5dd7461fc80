import type { Route, RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Collecting } from "../collect/collecting.js";
import { findCode } from "../data/find-way-in.js";
import { followShortLink } from "../data/follow-short-link.js";
import { shortLinkClick } from "./click-id.js";
import { disabledLink, unknownLink } from "./refusals.js";

/** GET /s/{code}: leads to the page of its placement's form, with the id of this click. */
export function shortLinkRoutes(collecting: Collecting): Route[] {
  return [{ name: "short_link", method: "GET", path: "/s/:code", answer: (visit) => follow(collecting, visit) }];
}

async function follow({ pool, readIn, clickIds, publicUrl }: Collecting, { params, request }: Visit): Promise<RouteAnswer> {
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
