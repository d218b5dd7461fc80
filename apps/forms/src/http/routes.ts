import type { PublicRoute } from "@offergraph/service/subgraph/routes";
import type { FormsDeps } from "../deps.js";
import { collectRoutes } from "./collect/routes.js";
import { createAssets, createLocales } from "./hosted/assets.js";
import { hostedRoutes } from "./hosted/routes.js";
import { previewRoutes } from "./preview/show-preview.js";
import { qrRoutes } from "./qr/routes.js";
import { shortLinkRoutes } from "./short-links/routes.js";
import { statusRoutes } from "./status/show-status.js";
import { withHttpErrors } from "./visitor-error.js";

const directory = new URL("../../", import.meta.url);

export function formsRoutes(deps: FormsDeps): PublicRoute[] {
  const assets = createAssets(directory);
  const routes = [
    ...collectRoutes(deps),
    ...shortLinkRoutes(deps, assets),
    ...qrRoutes(deps),
    ...hostedRoutes(deps, assets, createLocales(directory)),
    ...statusRoutes(deps, assets),
    ...previewRoutes(deps, assets),
  ];
  return routes.map(withHttpErrors);
}
