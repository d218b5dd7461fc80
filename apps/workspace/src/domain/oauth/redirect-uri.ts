const maxLength = 500;
const characters = /^https?:\/\/[^\s"'<>\\^`{|}#]+$/i;
const hostNames = /^([a-z0-9.-]+|\[[0-9a-f:.]+\])$/;
const loopbackOrigin = /^(http:\/\/(?:localhost|127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/;

const isLoopback = (uri: string): boolean => loopbackOrigin.test(uri);

/** True for an https URL without credentials and fragment, or an http URL of an app on the user's device (RFC 8252 7.3). */
export function isRedirectUri(text: string): boolean {
  if (text.length > maxLength || !characters.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "" || !hostNames.test(hostname)) return false;
  return protocol === "https:" || isLoopback(text);
}

/** True if a client with these redirect URIs may use `given`. URIs must be equal, except that a loopback URI may have any port. */
export function isRegistered(registered: readonly string[], given: string): boolean {
  const withoutPort = (uri: string) => uri.replace(loopbackOrigin, "$1");
  return isRedirectUri(given) && registered.some((uri) => uri === given || (isLoopback(uri) && withoutPort(uri) === withoutPort(given)));
}

/** Returns the URI with additional query parameters. Omits parameters without a value. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.append(name, value);
  return url.href;
}
