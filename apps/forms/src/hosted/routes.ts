import { HttpError } from "@offergraph/shared/errors/http-error";
import type { Route, RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Collecting } from "../collect/collecting.js";
import { answerAsset } from "./answer-asset.js";
import { type AssetName, type Assets, assetNames } from "./assets.js";
import type { Locales } from "./locales.js";
import { showPage } from "./show-page.js";

/** The page of a form, and the files that it and the embed script are made of. */
export function hostedRoutes(collecting: Collecting, assets: Assets, locales: Locales): Route[] {
  return [
    { name: "hosted_page", method: "GET", path: "/f/:publicKey", answer: (visit) => showPage(collecting, assets, visit) },
    { name: "form_assets", method: "GET", path: "/assets/forms/:hash/:name", answer: (visit) => showAsset(assets, locales, visit) },
    { name: "embed_script", method: "GET", path: "/embed.js", answer: (visit) => showEmbed(assets, visit) },
  ];
}

async function showAsset(assets: Assets, locales: Locales, visit: Visit): Promise<RouteAnswer> {
  const { hash, name = "" } = visit.params;
  const [asset, page] = isAssetName(name) ? [await assets(name)] : await Promise.all([locales(name), assets("page.js")]);
  if (!asset) throw new HttpError(404, "NOT_FOUND", "There is no such file.");
  // While replicas are replaced one by one, a page may ask for the file of another version: it gets this one's, and keeps it nowhere.
  // A locale stands in the folder of the script that loads it.
  return answerAsset(visit, asset, (page ?? asset).etag === `"${hash}"` ? "public, max-age=31536000, immutable" : "no-store");
}

const isAssetName = (name: string): name is AssetName => assetNames.some((known) => known === name);

/** Its address stands in shops' pages, so that a new version reaches them within minutes. */
const showEmbed = async (assets: Assets, visit: Visit): Promise<RouteAnswer> =>
  answerAsset(visit, await assets("embed.js"), "public, max-age=300");
