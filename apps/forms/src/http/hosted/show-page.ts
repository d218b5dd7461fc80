import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { findPublicKey } from "../../db/access-keys.js";
import type { FormsDeps } from "../../deps.js";
import { channelOfPlacement } from "../../domain/channels.js";
import { asksEmail } from "../../domain/placement-config.js";
import { textsFor } from "../../domain/texts/languages.js";
import { loadPlacement } from "../../services/responses/load-placement.js";
import { allowedOrigins } from "../collect/origins.js";
import { readRequest } from "../collect/visitor-request.js";
import type { Assets } from "./assets.js";
import { pageBrandOf } from "./brand-parts.js";
import { assetsOf, formPage, titleOf } from "./page.js";
import { pageHeaders } from "./policy.js";
import { refusalPage } from "./refusal-page.js";

export async function showPage(deps: FormsDeps, assets: Assets, visit: PublicRequest): Promise<RouteAnswer> {
  const [script, style] = await Promise.all([assets("page.js"), assets("page.css")]);
  const paths = { script: script.path, style: style.path };
  try {
    const { asked } = await loadPlacement(deps, readRequest(deps, visit));
    const { config, workspaceId, publishedVariantId } = asked;
    const [variant, brand] = await Promise.all([
      publishedVariantId === null ? undefined : deps.variant(workspaceId, publishedVariantId),
      deps.brandOf(workspaceId).then((stored) => pageBrandOf(workspaceId, stored)),
    ]);
    const settings = {
      publicKey: visit.params.publicKey ?? "",
      redirectUrl: textOf(config.redirect_url),
      position: textOf(config.position),
      asksEmail: asksEmail(channelOfPlacement(asked).surface, config),
      assets: assetsOf(script.path),
    };
    const { title, language } = titleOf(variant?.model ?? {}, brand.locale);
    const body = formPage({ ...paths, title, language, texts: textsFor(language), brand, settings });
    return { status: 200, headers: pageHeaders(allowedOrigins(asked), brand.css), body };
  } catch (error) {
    const key = await findPublicKey(deps.pool, visit.params.publicKey ?? "");
    return refusalPage(deps, error, paths.style, key?.workspaceId);
  }
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
