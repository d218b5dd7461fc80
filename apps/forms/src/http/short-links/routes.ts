import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { findCode } from "../../db/access-keys.js";
import type { FormsDeps } from "../../deps.js";
import { follow, shortLinkClick } from "../../services/short-links/short-links.js";
import type { Assets } from "../hosted/assets.js";
import { refusalPage } from "../hosted/refusal-page.js";
import { isVisit } from "../is-visit.js";

/** Redirects to the placement's hosted page with a click id. Sends errors as HTML to browsers, and as JSON to other clients. */
export function shortLinkRoutes(deps: FormsDeps, assets: Assets): PublicRoute[] {
  const answer = async (visit: PublicRequest) => {
    try {
      return await redirect(deps, visit);
    } catch (error) {
      if (!visit.request.headers.accept?.includes("text/html")) throw error;
      const code = await findCode(deps.pool, visit.params.code ?? "");
      return refusalPage(deps, error, (await assets("page.css")).path, code?.workspaceId);
    }
  };
  return [{ name: "short_link", method: "GET", path: "/s/:code", answer }];
}

async function redirect(deps: FormsDeps, { params, request, url }: PublicRequest): Promise<RouteAnswer> {
  const { publicKey, clickId } = await follow(deps, params.code ?? "", isVisit(request));
  const location = `${deps.publicUrl}/f/${publicKey}${targetQuery(url, clickId)}`;
  return { status: 302, headers: { location, "cache-control": "no-store" } };
}

function targetQuery(url: URL, clickId: string | undefined): string {
  const others = [...url.searchParams].filter(([name]) => name !== "click" && name !== "kind");
  const click = clickId === undefined ? [] : Object.entries({ click: clickId, kind: shortLinkClick });
  const query = new URLSearchParams([...others, ...click]);
  return query.size > 0 ? `?${query}` : "";
}
