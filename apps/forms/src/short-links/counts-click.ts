import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { isHttpLibrary } from "../domain/http-library.js";

/** Headers by which browsers mark a request that the user has not made (yet). */
const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

/** True if following a short link is a click: not HEAD, no prefetch, and neither a crawler nor a link preview by its user agent. */
export function countsClick(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method === "HEAD") return false;
  if (prefetchHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")))) return false;
  const { "user-agent": userAgent = "" } = headers;
  // HTTP libraries follow a link because somebody's program wants to; isbot counts them as crawlers.
  return isHttpLibrary(userAgent) || !(isbot(userAgent) || isPreview(userAgent));
}

/** Link previews of messengers, beside those that isbot knows; apps open pages under a browser's user agent. */
const isPreview = (userAgent: string): boolean => /^(WhatsApp|TelegramBot|Viber|SkypeUriPreview|Snapchat|Signal)\b/i.test(userAgent);
