const maxLength = 500;
const printableAscii = /^[!-~]+$/;
// Rejects URIs with a fragment, and URIs with an @ before the path.
const characters = /^https?:\/\/(?![^/?]*@)[^"'<>\\^`{|}#]+$/i;
const hostNames = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/;
const loopbackOrigin = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;
const loopbackNames = new Set(["localhost", "127.0.0.1", "[::1]"]);

const isLoopback = (uri: string): boolean => loopbackOrigin.test(uri);

/**
 * True for https URLs without credentials and fragment, and for loopback http URLs of apps (RFC 8252 7.3). False for URLs of this server
 * (`publicUrl`).
 */
export function isRedirectUri(text: string, publicUrl: string): boolean {
  if (text.length > maxLength || !printableAscii.test(text) || !characters.test(text) || !URL.canParse(text)) return false;
  const url = new URL(text);
  if (!hostNames.test(url.hostname) || isOwn(url, new URL(publicUrl))) return false;
  return url.protocol === "https:" || isLoopback(text);
}

/**
 * True for URLs of this server. On a loopback address, only the server's own port belongs to the server. A final dot does not change a host
 * name.
 */
function isOwn(url: URL, own: URL): boolean {
  const nameOf = ({ hostname }: URL) => hostname.replace(/\.$/, "");
  if (loopbackNames.has(nameOf(own))) return loopbackNames.has(nameOf(url)) && url.port === own.port;
  return nameOf(url) === nameOf(own);
}

/** True if a client with these redirect URIs may use `given`. URIs must be equal, but a loopback URI may have any port. */
export function isRegistered(registered: readonly string[], given: string, publicUrl: string): boolean {
  const withoutPort = (uri: string) => uri.replace(loopbackOrigin, "$1");
  const isSame = (uri: string) => uri === given || (isLoopback(uri) && withoutPort(uri) === withoutPort(given));
  return isRedirectUri(given, publicUrl) && registered.some(isSame);
}

/** Returns the URI with additional query parameters. Omits parameters without a value. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
