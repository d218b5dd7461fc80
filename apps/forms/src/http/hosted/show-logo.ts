import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { HttpError } from "@offergraph/shared/errors/http-error";
import { matchesEtag } from "@offergraph/shared/http/etag";
import { isUuid } from "@offergraph/shared/schema/formats";
import { readLogoFile } from "../../db/brands.js";
import type { FormsDeps } from "../../deps.js";

/** Serves the logo of a workspace's brand. If the URL contains the hash of another logo, returns the current logo with caching disabled. */
export async function showLogo({ readerOf }: FormsDeps, { params, request }: PublicRequest): Promise<RouteAnswer> {
  const { workspaceId, hash = "" } = params;
  const logo = isUuid(workspaceId) ? await readLogoFile(readerOf(workspaceId)) : undefined;
  if (!logo) throw new HttpError(404, "NOT_FOUND", "File not found.");
  const etag = `"${logo.sha256.slice(0, 20)}"`;
  const headers = {
    "cache-control": etag === `"${hash}"` ? "public, max-age=31536000, immutable" : "no-store",
    etag,
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  };
  if (matchesEtag(request.headers["if-none-match"], etag)) return { status: 304, headers };
  return { status: 200, headers: { ...headers, "content-type": logo.mediaType }, body: Buffer.from(logo.data, "base64") };
}
