import type { IncomingMessage, ServerResponse } from "node:http";
import { matchesEtag } from "@offergraph/shared/http/etag";
import Negotiator from "negotiator";
import { send } from "../http/send.js";
import type { Document, Encoding } from "./assets.js";

const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const pageHeaders: Readonly<Record<string, string>> = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
  "Referrer-Policy": "same-origin",
};

const forever = "public, max-age=31536000, immutable";

interface Sending {
  caching?: Caching;
  status?: number;
  vary?: string;
  /** True if the page contains frames of the same origin. */
  hasFrames?: boolean | undefined;
}

export type Caching = "forever" | "revalidate" | "never";
const cacheControl: Readonly<Record<Caching, string>> = { forever, revalidate: "no-cache", never: "no-store" };

/** Sends a document in the best encoding, or 304 if the client already has the document. */
export function sendDocument(
  request: IncomingMessage,
  response: ServerResponse,
  { type, hash, contents }: Document,
  { caching = "revalidate", status = 200, vary = "Accept-Encoding", hasFrames = false }: Sending = {},
): void {
  // The ETag is weak, because all encodings of the document share the ETag (RFC 9110, 8.8.1).
  const etag = `W/"${hash}"`;
  const policy = hasFrames ? `${contentPolicy}; frame-src 'self'` : contentPolicy;
  const headers = { ...pageHeaders, "Content-Security-Policy": policy, "Cache-Control": cacheControl[caching], ETag: etag, Vary: vary };
  if (status === 200 && matchesEtag(request.headers["if-none-match"], etag)) {
    send(response, { status: 304, headers, body: "" });
    return;
  }
  const encoding = bestEncoding(request);
  const encoded: Record<string, string> = encoding === "identity" ? {} : { "Content-Encoding": encoding };
  send(response, { status, headers: { ...headers, ...encoded, "Content-Type": type }, body: contents[encoding] });
}

/** Returns the smallest encoding that the client accepts. */
function bestEncoding(request: IncomingMessage): Encoding {
  const accepted = request.headers["accept-encoding"] === undefined ? [] : new Negotiator(request).encodings(["br", "gzip"]);
  return (["br", "gzip"] as const).find((encoding) => accepted.includes(encoding)) ?? "identity";
}

/** True if the client prefers HTML to JSON, as browsers do. False for clients that accept any type. */
export function prefersHtml(request: IncomingMessage): boolean {
  const { accept } = request.headers;
  return accept?.includes("text/html") === true && new Negotiator(request).mediaType(["application/json", "text/html"]) === "text/html";
}
