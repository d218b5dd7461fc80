import type { IncomingMessage } from "node:http";
import { isbot } from "isbot";
import { isHttpLibrary } from "../domain/http-library.js";

const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** Returns false for HEAD requests, prefetches, crawlers and link previews. */
export function isVisit({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  if (method === "HEAD") return false;
  if (prefetchHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")))) return false;
  const { "user-agent": userAgent = "" } = headers;
  // Requests from HTTP libraries count as visits, although isbot treats the libraries as crawlers.
  return isHttpLibrary(userAgent) || !(isbot(userAgent) || isPreview(userAgent));
}

/**
 * Returns true for link previews of messengers that isbot does not recognize. After a click in a messenger, the request has the user agent
 * of a browser.
 */
const isPreview = (userAgent: string): boolean => /^(WhatsApp|TelegramBot|Viber|SkypeUriPreview|Snapchat|Signal)\b/i.test(userAgent);
