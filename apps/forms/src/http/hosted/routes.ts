import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import type { FormsDeps } from "../../deps.js";
import { answerAsset } from "./answer-asset.js";
import { type AssetName, type Assets, assetNames, type Locales } from "./assets.js";
import { showLogo } from "./show-logo.js";
import { hostedPage } from "./show-page.js";

export function hostedRoutes(deps: FormsDeps, assets: Assets, locales: Locales): PublicRoute[] {
  return [
    { name: "hosted_page", method: "GET", path: "/f/:publicKey", answer: hostedPage(deps, assets) },
    { name: "form_assets", method: "GET", path: "/assets/forms/:hash/:name", answer: (visit) => showAsset(assets, locales, visit) },
    { name: "brand_assets", method: "GET", path: "/assets/brand/:workspaceId/:hash", answer: (visit) => showLogo(deps, visit) },
    { name: "embed_script", method: "GET", path: "/embed.js", answer: (visit) => showEmbed(assets, visit) },
  ];
}

async function showAsset(assets: Assets, locales: Locales, visit: PublicRequest): Promise<RouteAnswer> {
  const { hash, name = "" } = visit.params;
  const [asset, page] = isAssetName(name) ? [await assets(name)] : await Promise.all([locales(name), assets("page.js")]);
  if (!asset) throw new HttpError(404, "NOT_FOUND", "File not found.");
  // During a rolling update, a page may request a file of another version. For an unknown hash, serves the running version's file with
  // `Cache-Control: no-store`. A locale file's URL contains the hash of page.js, the script that loads the file.
  return answerAsset(visit, asset, (page ?? asset).etag === `"${hash}"` ? "public, max-age=31536000, immutable" : "no-store");
}

const isAssetName = (name: string): name is AssetName => assetNames.some((known) => known === name);

/** Serves embed.js. Websites embed the fixed URL of the script, so browsers may cache the script only for a few minutes. */
const showEmbed = async (assets: Assets, visit: PublicRequest): Promise<RouteAnswer> =>
  answerAsset(visit, await assets("embed.js"), "public, max-age=300");
