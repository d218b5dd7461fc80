/**
 * Returns the distinct key texts of a request, from `Authorization: Bearer` (RFC 6750) and x-api-key (api.md 5.1).
 * @param headers IncomingMessage.headersDistinct, which keeps repeated headers separate
 */
export function keyTexts(headers: NodeJS.Dict<string[]>): string[] {
  const bearers = (headers.authorization ?? []).map((value) => /^bearer(?: +(.*))?$/i.exec(value)?.[1] ?? "");
  const texts = [...bearers, ...(headers["x-api-key"] ?? [])].map((text) => text.trim());
  return [...new Set(texts)].filter((text) => text !== "");
}
