import { HttpError } from "@offergraph/shared/errors/http-error";
import type { Route, RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Collecting } from "../collect/collecting.js";
import { answerAsset } from "./answer-asset.js";
import { type AssetName, type Assets, assetNames } from "./assets.js";
import { showPage } from "./show-page.js";

/** The page of a form, and the files that it and the embed script are made of. */
export function hostedRoutes(collecting: Collecting, assets: Assets): Route[] {
  return [
    { name: "hosted_page", method: "GET", path: "/f/:publicKey", answer: (visit) => showPage(collecting, assets, visit) },
    { name: "form_assets", method: "GET", path: "/assets/forms/:hash/:name", answer: (visit) => showAsset(assets, visit) },
    { name: "embed_script", method: "GET", path: "/embed.js", answer: (visit) => showEmbed(assets, visit) },
  ];
}

async function showAsset(assets: Assets, visit: Visit): Promise<RouteAnswer> {
  const { hash, name } = visit.params;
  if (!isAssetName(name)) throw new HttpError(404, "NOT_FOUND", "There is no such file.");
  const asset = await assets(name);
  // While replicas are replaced one by one, a page may ask for the file of another version: it gets this one's, and keeps it nowhere.
  return answerAsset(visit, asset, asset.etag === `"${hash}"` ? "public, max-age=31536000, immutable" : "no-store");
}

const isAssetName = (name: string | undefined): name is AssetName => assetNames.some((known) => known === name);

/** Its address stands in shops' pages, so that a new version reaches them within minutes. */
const showEmbed = async (assets: Assets, visit: Visit): Promise<RouteAnswer> =>
  answerAsset(visit, await assets("embed.js"), "public, max-age=300");
