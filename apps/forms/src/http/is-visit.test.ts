import { expect, it } from "vitest";
import { isVisit } from "./is-visit.js";

const safari =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1";

it.each([
  safari,
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36",
  "Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 Instagram 300.0",
  "curl/8.5.0",
  "node",
  "",
])("counts a browser or an HTTP library: %s", (userAgent) =>
  expect(isVisit({ method: "GET", headers: { "user-agent": userAgent } })).toBe(true),
);

it.each([
  "WhatsApp/2.24.20.89 A",
  "WhatsApp/2.2450.6 W",
  "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
  "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
  "Twitterbot/1.0",
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "TelegramBot (like TwitterBot)",
  "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
  "LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)",
])("does not count a link preview or a crawler: %s", (userAgent) =>
  expect(isVisit({ method: "GET", headers: { "user-agent": userAgent } })).toBe(false),
);

it.each([
  ["HEAD", {}],
  ["GET", { "sec-purpose": "prefetch" }],
  ["GET", { "sec-purpose": "prefetch;prerender" }],
  ["GET", { purpose: "prefetch" }],
  ["GET", { "x-moz": "prefetch" }],
])("does not count HEAD and prefetches: %s %j", (method, headers) =>
  expect(isVisit({ method, headers: { ...headers, "user-agent": safari } })).toBe(false),
);
