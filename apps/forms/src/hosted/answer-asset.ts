import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Asset } from "./assets.js";

/** The answer to a request for a file, kept by browsers as `cacheControl` says. */
export function answerAsset({ request }: Visit, { type, etag, content, gzipped }: Asset, cacheControl: string): RouteAnswer {
  const { "accept-encoding": accepted = "", "if-none-match": known } = request.headers;
  const headers = {
    "cache-control": cacheControl,
    etag,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    // Scripts of shops load it from their own origins.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (known === etag) return { status: 304, headers };
  const isZipped = /\bgzip\b/.test(String(accepted));
  return {
    status: 200,
    headers: { ...headers, "content-type": type, ...(isZipped && { "content-encoding": "gzip" }) },
    body: isZipped ? gzipped : content,
  };
}
