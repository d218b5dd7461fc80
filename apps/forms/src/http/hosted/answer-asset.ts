import type { PublicRequest, RouteAnswer } from "@offergraph/service/subgraph/routes";
import { matchesEtag } from "@offergraph/shared/http/etag";
import type { Asset, Encoding } from "./assets.js";

type Requested = Pick<PublicRequest, "request">;

export function answerAsset({ request }: Requested, { type, etag: strong, contents }: Asset, cacheControl: string): RouteAnswer {
  // A weak ETag, because all encodings of the file have the same ETag (RFC 9110, 8.8.1).
  const etag = `W/${strong}`;
  const headers = {
    "cache-control": cacheControl,
    etag,
    vary: "accept-encoding",
    "x-content-type-options": "nosniff",
    // Allows websites of other origins to load the embed script. Also allows previews, which have an opaque origin, to load the locale
    // files.
    "cross-origin-resource-policy": "cross-origin",
    "access-control-allow-origin": "*",
  };
  if (matchesEtag(request.headers["if-none-match"], etag)) return { status: 304, headers };
  const encoding = bestEncoding(request.headers["accept-encoding"]);
  return {
    status: 200,
    headers: { ...headers, "content-type": type, ...(encoding !== "identity" && { "content-encoding": encoding }) },
    body: contents[encoding],
  };
}

/**
 * Returns the smallest encoding that the client accepts (RFC 9110, 12.5.3). Ignores the encoding "*", and ignores weights (`q`) other than
 * 0.
 */
function bestEncoding(header: string | string[] = ""): Encoding {
  const parts = String(header).toLowerCase().split(",");
  const accepted = parts.filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part)).map((part) => part.split(";")[0]?.trim());
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding)) ?? "identity";
}
