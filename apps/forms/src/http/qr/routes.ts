import type { PublicRequest, PublicRoute, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { matchesEtag } from "@offergraph/shared/http/etag";
import { findCode } from "../../db/access-keys.js";
import { readLogoFile } from "../../db/brands.js";
import { readQr } from "../../db/short-links.js";
import type { FormsDeps } from "../../deps.js";
import { urlOfCode } from "../../domain/install.js";
import { linkInCode, usualQrStyle } from "../../domain/qr-style.js";
import { VisitorError } from "../../domain/visitor-error.js";
import { createPictures, type Pictures, type PictureType } from "../../services/qr/pictures.js";

const mediaTypes: Readonly<Record<PictureType, string>> = { svg: "image/svg+xml; charset=utf-8", png: "image/png" };

export function qrRoutes(deps: FormsDeps): PublicRoute[] {
  const pictureOf = createPictures();
  return (["svg", "png"] as const).map((type) => ({
    name: `short_link_qr_${type}`,
    method: "GET",
    path: `/s/:code/qr.${type}`,
    answer: (visit) => answerQr(deps, pictureOf, type, visit),
  }));
}

async function answerQr(
  { pool, readerOf, brandOf, publicUrl }: FormsDeps,
  pictureOf: Pictures,
  type: PictureType,
  { params, request }: PublicRequest,
): Promise<RouteAnswer> {
  const found = await findCode(pool, params.code ?? "");
  const link = found && (await readQr(readerOf(found.workspaceId), found.shortLinkId));
  if (!link) throw new VisitorError("SHORT_LINK_UNKNOWN");
  if (link.disabled) throw new VisitorError("SHORT_LINK_DISABLED");
  const style = link.qr ?? usualQrStyle;
  const { workspaceId } = found;
  const brand = { ...(await brandOf(workspaceId)), readLogo: () => readLogoFile(readerOf(workspaceId)) };
  const { body, etag } = await pictureOf(type, linkInCode(style.link ?? urlOfCode(publicUrl, link.code)), style, brand);
  const headers = {
    etag,
    // Makes clients revalidate the cached image, so that a new style or a disabled link takes effect immediately.
    "cache-control": "public, no-cache",
    // The SVG contains the brand's logo as a data URL.
    "content-security-policy": "default-src 'none'; img-src data:; frame-ancestors 'none'",
    // Pages and emails of any origin may embed the image.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (matchesEtag(request.headers["if-none-match"], etag)) return { status: 304, headers };
  return { status: 200, headers: { ...headers, "content-type": mediaTypes[type] }, body };
}
