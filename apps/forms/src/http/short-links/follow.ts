import type { PublicRequest, Route, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { findCode } from "../../db/find-access-key.js";
import { followShortLink } from "../../db/follow-short-link.js";
import type { CollectDeps } from "../../deps.js";
import { shortLinkClick } from "../../services/short-links/click-id.js";
import type { Assets } from "../hosted/assets.js";
import { refusalPage } from "../hosted/refusal-page.js";
import { countsClick } from "./counts-click.js";
import { disabledLink, unknownLink } from "./refusals.js";

/** GET /s/{code}: redirects to the placement's hosted page with a click id. Errors are HTML for browsers, else JSON. */
export function shortLinkRoutes(collecting: CollectDeps, assets: Assets): Route[] {
  const answer = async (visit: PublicRequest) => {
    try {
      return await follow(collecting, visit);
    } catch (error) {
      if (!visit.request.headers.accept?.includes("text/html")) throw error;
      return refusalPage(error, (await assets("page.css")).path);
    }
  };
  return [{ name: "short_link", method: "GET", path: "/s/:code", answer }];
}

export async function follow(
  { pool, readIn, clickIds, publicUrl }: CollectDeps,
  { params, request, url }: PublicRequest,
): Promise<RouteAnswer> {
  const found = await findCode(pool, params.code ?? "");
  if (!found) throw unknownLink();
  const { workspaceId, shortLinkId } = found;
  const isClick = countsClick(request.method, request.headers);
  const publicKey = await followShortLink(readIn(workspaceId), shortLinkId, isClick);
  if (publicKey === undefined) throw unknownLink();
  if (publicKey === null) throw disabledLink();
  const query = targetQuery(url, isClick ? clickIds.make(shortLinkId) : undefined);
  return { status: 302, headers: { location: `${publicUrl}/f/${publicKey}${query}`, "cache-control": "no-store" } };
}

/** Returns the request's query, e.g. utm_source, with this click id in place of any other. */
function targetQuery(url: URL, clickId: string | undefined): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ["click", "kind"]) query.delete(name);
  if (clickId !== undefined) {
    query.set("click", clickId);
    query.set("kind", shortLinkClick);
  }
  return query.size > 0 ? `?${query}` : "";
}
