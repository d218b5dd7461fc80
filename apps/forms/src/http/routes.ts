import type { Route } from "@offergraph/service/subgraph/routes";
import { createCollectDeps, type FormsParts } from "../deps.js";
import { collectRoutes } from "./collect/routes.js";
import { createAssets } from "./hosted/assets.js";
import { createLocales } from "./hosted/locales.js";
import { hostedRoutes } from "./hosted/routes.js";
import { qrRoutes } from "./qr/routes.js";
import { shortLinkRoutes } from "./short-links/follow.js";
import { statusRoutes } from "./status/show-status.js";

const directory = new URL("../../", import.meta.url);

/** HTTP routes for visitors. */
export function formsRoutes(parts: FormsParts): Route[] {
  const collecting = createCollectDeps(parts);
  const assets = createAssets(directory);
  return [
    ...collectRoutes(collecting),
    ...shortLinkRoutes(collecting, assets),
    ...qrRoutes(collecting),
    ...hostedRoutes(collecting, assets, createLocales(directory)),
    ...statusRoutes(collecting, assets),
  ];
}
