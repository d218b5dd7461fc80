import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { LRUCache } from "lru-cache";
import { findPublicKey } from "../../db/access-keys.js";
import type { BrandedPlacement } from "../../db/served-placements.js";
import type { FormsDeps } from "../../deps.js";
import { noBrand } from "../../domain/brand.js";
import { channelOfPlacement } from "../../domain/channels.js";
import { asksEmail } from "../../domain/placement-config.js";
import { textsFor } from "../../domain/texts/languages.js";
import { loadBrandedPlacement } from "../../services/responses/load-placement.js";
import { allowedOrigins } from "../collect/origins.js";
import { readRequest } from "../collect/visitor-request.js";
import type { Assets } from "./assets.js";
import { pageBrandOf } from "./brand-parts.js";
import { assetsOf, formPage, titleOf } from "./page.js";
import { pageHeaders } from "./policy.js";
import { refusalPage } from "./refusal-page.js";

interface RenderedPage {
  /** JSON of everything that determines the page. */
  inputs: string;
  answer: RouteAnswer;
}

interface Paths {
  script: string;
  style: string;
}

const maxPages = 500;

/** Returns the handler of the page. Caches each rendered page until the placement, the form version or the brand changes. */
export function hostedPage(deps: FormsDeps, assets: Assets): (visit: PublicRequest) => Promise<RouteAnswer> {
  const rendered = new LRUCache<string, RenderedPage>({ max: maxPages });

  return async (visit) => {
    const [script, style] = await Promise.all([assets("page.js"), assets("page.css")]);
    const paths = { script: script.path, style: style.path };
    const publicKey = visit.params.publicKey ?? "";
    try {
      const placement = await loadBrandedPlacement(deps, readRequest(deps, visit));
      const { workspaceId, publishedVariantId, channelId, connectionId, config, brand } = placement;
      const inputs = JSON.stringify([workspaceId, publishedVariantId, channelId, connectionId, config, brand, paths]);
      const known = rendered.get(publicKey);
      if (known?.inputs === inputs) return known.answer;
      const answer = await renderPage(deps, placement, publicKey, paths);
      rendered.set(publicKey, { inputs, answer });
      return answer;
    } catch (error) {
      const key = await findPublicKey(deps.pool, publicKey);
      return refusalPage(deps, error, paths.style, key?.workspaceId);
    }
  };
}

async function renderPage(deps: FormsDeps, placement: BrandedPlacement, publicKey: string, paths: Paths): Promise<RouteAnswer> {
  const { config, workspaceId, publishedVariantId } = placement;
  const variant = publishedVariantId === null ? undefined : await deps.variant(workspaceId, publishedVariantId);
  const brand = pageBrandOf(workspaceId, placement.brand ?? noBrand);
  const settings = {
    publicKey,
    redirectUrl: textOf(config.redirect_url),
    position: textOf(config.position),
    asksEmail: asksEmail(channelOfPlacement(placement).surface, config),
    assets: assetsOf(paths.script),
  };
  const { title, language } = titleOf(variant?.model ?? {}, brand.locale);
  const body = formPage({ ...paths, title, language, texts: textsFor(language), brand, settings });
  return { status: 200, headers: pageHeaders(allowedOrigins(placement), brand.css), body: Buffer.from(body) };
}

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);
