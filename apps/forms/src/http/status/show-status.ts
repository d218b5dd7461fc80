import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { readStatusRow, type StatusRow } from "../../db/response-list.js";
import { readGrants } from "../../db/rewards.js";
import type { FormsDeps } from "../../deps.js";
import { grantViews } from "../../domain/grant-view.js";
import { en } from "../../domain/texts/en.js";
import { textsFor } from "../../domain/texts/languages.js";
import { isErased } from "../../services/status/token.js";
import type { Assets } from "../hosted/assets.js";
import { pageBrandOf, plain } from "../hosted/brand-parts.js";
import { closedPage, titleOf } from "../hosted/page.js";
import { privateHeaders } from "../hosted/policy.js";
import { statusPage } from "./page.js";

export function statusRoutes(deps: FormsDeps, assets: Assets): PublicRoute[] {
  return [{ name: "grant_status", method: "GET", path: "/g/:token", answer: (visit) => showStatus(deps, assets, visit) }];
}

async function showStatus(deps: FormsDeps, assets: Assets, { params }: PublicRequest): Promise<RouteAnswer> {
  const [script, style] = await Promise.all([assets("status.js"), assets("page.css")]);
  const response = await responseOf(deps, params.token ?? "");
  if (!response) {
    const words = { heading: "statusUnknownTitle", words: "statusUnknownBody" } as const;
    const body = closedPage({ style: style.path, language: "en", texts: en, brand: plain, ...words });
    return { status: 404, headers: privateHeaders([]), body };
  }
  const { workspaceId, formVariantId, rowId } = response;
  const [variant, grants, stored] = await Promise.all([
    deps.variant(workspaceId, formVariantId),
    readGrants(deps.readerOf(workspaceId), rowId),
    deps.brandOf(workspaceId),
  ]);
  const brand = pageBrandOf(workspaceId, stored);
  const { language } = titleOf(variant?.model ?? {}, brand.locale);
  const paths = { script: script.path, style: style.path };
  const body = statusPage({ ...paths, language, texts: textsFor(language), brand, grants: grantViews(grants) });
  return { status: 200, headers: privateHeaders([], brand.css), body };
}

/**
 * Returns the response of a token. A forged token decrypts to random ids, and therefore causes the same SQL as a token of a deleted
 * response.
 */
async function responseOf({ statusTokens, readerOf }: FormsDeps, token: string): Promise<StatusRow | undefined> {
  const ids = statusTokens.read(token);
  if (!ids) return undefined;
  const response = await readStatusRow(readerOf(ids.workspaceId), ids.responseId);
  if (!response || isErased(response)) return undefined;
  return statusTokens.isOf(token, { ...ids, visitorId: response.visitorId }) ? response : undefined;
}
