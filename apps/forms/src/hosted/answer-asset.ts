import type { RouteAnswer, Visit } from "@offergraph/shared/subgraph/routes";
import type { Asset, Encoding } from "./assets.js";

/** The answer to a request for a file, kept by browsers as `cacheControl` says. */
export function answerAsset({ request }: Pick<Visit, "request">, { type, etag, contents }: Asset, cacheControl: string): RouteAnswer {
  const headers = {
    "cache-control": cacheControl,
    etag,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    // Pages of shops load it from our origin into theirs.
    "cross-origin-resource-policy": "cross-origin",
  };
  if (isKnown(request.headers["if-none-match"], etag)) return { status: 304, headers };
  const encoding = bestEncoding(request.headers["accept-encoding"]);
  return {
    status: 200,
    headers: { ...headers, "content-type": type, ...(encoding !== "identity" && { "content-encoding": encoding }) },
    body: contents[encoding],
  };
}

/** Whether If-None-Match names what there is (RFC 9110 13.1.2). */
export const isKnown = (header = "", etag: string) =>
  header === "*" || header.split(",").some((known) => known.trim().replace(/^W\//, "") === etag);

/** The smallest that the client takes (RFC 9110 12.5.3); "*" and weights other than 0 make no difference to us. */
function bestEncoding(header: string | string[] = ""): Encoding {
  const taken = String(header)
    .toLowerCase()
    .split(",")
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(";")[0]?.trim());
  if (taken.includes("br")) return "br";
  return taken.includes("gzip") ? "gzip" : "identity";
}
