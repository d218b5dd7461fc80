/**
 * The distinct key texts that a request carries: Bearer tokens of Authorization (RFC 6750; other schemes carry no key of ours)
 * and x-api-key (api.md 5.1). `headers`: IncomingMessage.headersDistinct, which keeps repeated headers apart.
 */
export function keyTexts(headers: NodeJS.Dict<string[]>): string[] {
  const bearers = (headers.authorization ?? []).map((value) => /^bearer(?: +(.*))?$/i.exec(value)?.[1] ?? "");
  const texts = [...bearers, ...(headers["x-api-key"] ?? [])].map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== "");
}
