import type { IncomingHttpHeaders } from "node:http";
import { isbot } from "isbot";
import { isHttpLibrary } from "../../domain/http-library.js";

const prefetchHeaders = ["sec-purpose", "purpose", "x-purpose", "x-moz"] as const;

export function countsClick(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method === "HEAD") return false;
  if (prefetchHeaders.some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? "")))) return false;
  const { "user-agent": userAgent = "" } = headers;
  // HTTP libraries count as clicks, although isbot treats them as crawlers.
  return isHttpLibrary(userAgent) || !(isbot(userAgent) || isPreview(userAgent));
}

/** Returns true for link previews of messengers that isbot does not know. When a user opens a link, the user agent is a browser's. */
const isPreview = (userAgent: string): boolean => /^(WhatsApp|TelegramBot|Viber|SkypeUriPreview|Snapchat|Signal)\b/i.test(userAgent);
