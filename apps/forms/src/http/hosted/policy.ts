import { hashOf } from "./brand-parts.js";

/** Returns the headers of a form's page. `frameAncestors` are the origins that may embed the page. `css` is the brand's style sheet. */
export function pageHeaders(frameAncestors: "any" | readonly string[], css = ""): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    css ? `style-src 'self' ${hashOf(css)}` : "style-src 'self'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors === "any" ? "*" : frameAncestors.join(" ") || "'none'"}`,
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "cache-control": "no-store",
  };
}

/** Headers of a page whose URL is a credential. Search engines, caches and linked pages must not receive the URL. */
export const privateHeaders = (frameAncestors: readonly string[], css = ""): Record<string, string> => ({
  ...pageHeaders(frameAncestors, css),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow, noarchive",
});
