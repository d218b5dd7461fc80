import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import type { FormsDeps } from "../../deps.js";
import { textsFor } from "../../domain/texts/languages.js";
import { loadPreview } from "../../services/previews/load-preview.js";
import { previewPath } from "../../services/previews/token.js";
import type { Assets } from "../hosted/assets.js";
import { type PageBrand, pageBrandOf, plain } from "../hosted/brand-parts.js";
import { closedPage, previewPage, problemsPage, titleOf } from "../hosted/page.js";
import { privateHeaders } from "../hosted/policy.js";

export function previewRoutes(deps: FormsDeps, assets: Assets): PublicRoute[] {
  return [{ name: "form_preview", method: "GET", path: `${previewPath}:token`, answer: (visit) => showPreview(deps, assets, visit) }];
}

/** Shows a preview of a form's draft or version. Reads only the form and the brand: a preview adds no view and creates no response. */
async function showPreview(deps: FormsDeps, assets: Assets, { params }: PublicRequest): Promise<RouteAnswer> {
  const [script, style] = await Promise.all([assets("page.js"), assets("page.css")]);
  const subject = deps.previewTokens.read(params.token ?? "", deps.clock.now());
  if (!subject) return answerClosed(404, style.path, plain);
  const brand = pageBrandOf(subject.workspaceId, await deps.brandOf(subject.workspaceId));
  if (subject.isExpired) return answerClosed(410, style.path, brand);
  const preview = await loadPreview(deps, subject);
  if (!preview) return answerClosed(404, style.path, brand);
  const { model, problems } = preview;
  const { title, language } = titleOf(model, brand.locale);
  const page = { style: style.path, title, language, texts: textsFor(language), brand };
  if (problems.length > 0) return answer(200, problemsPage({ ...page, problems }), brand);
  return answer(200, previewPage({ ...page, script: script.path, model }), brand);
}

const closed = {
  404: { heading: "unknownTitle", words: "unknownBody" },
  410: { heading: "previewExpiredTitle", words: "previewExpiredBody" },
} as const;

function answerClosed(status: keyof typeof closed, style: string, brand: PageBrand): RouteAnswer {
  const language = brand.locale ?? "en";
  return answer(status, closedPage({ style, language, texts: textsFor(language), brand, ...closed[status] }), brand);
}

/**
 * `sandbox` gives the page an opaque origin. The studio shows the page in a frame and can have the same origin as the page. Because of
 * `sandbox`, a draft cannot read the API key that the studio stores.
 */
const sandbox = "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox";

function answer(status: number, body: string, { css }: PageBrand): RouteAnswer {
  const headers = privateHeaders(["'self'"], css);
  return { status, headers: { ...headers, "content-security-policy": `${headers["content-security-policy"]}; ${sandbox}` }, body };
}
